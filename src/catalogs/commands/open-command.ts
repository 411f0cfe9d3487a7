/** Opens a command for calls, from its detail alone. */
import type { CommandDetail } from './catalog.ts';
import { type ApiOperation, openApi } from './open-api.ts';

/** @param name of the command. `undefined` if it is not called with the requests of an OpenAPI document */
export function openCommand({ call }: CommandDetail, name: string): ApiOperation | undefined {
  switch (call.kind) {
    case 'openapi': {
      const result = openApi(call.document);
      return result.kind === 'api' ? result.api.find(name) : undefined;
    }
    case 'graphql':
      return undefined;
  }
}
