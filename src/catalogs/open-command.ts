/** Opens a command for calls, from its detail alone. */
import type { CommandDetail } from './commands/catalog.ts';
import { openApi } from './commands/open-api.ts';
import { openGraphqlCommand } from './graphql/open-graphql-command.ts';
import type { ApiOperation } from './request/api-operation.ts';

/** `undefined` if its document is damaged. @param name of the command */
export function openCommand(detail: CommandDetail, name: string): ApiOperation | undefined {
  const { call } = detail;
  if (call.kind === 'graphql') return openGraphqlCommand(call, detail, name);
  const result = openApi(call.document);
  return result.kind === 'api' ? result.api.find(name) : undefined;
}
