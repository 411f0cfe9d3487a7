/** The product's resources: languages, and workflows and runs that the caller may read [P6.1]. */
import type { Principal } from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import type { ResourceList } from '../contract/contents.ts';
import { parseResourceUri } from '../present/resource-uri.ts';
import { readPage } from '../present/text-page.ts';
import { askAs } from './ask-as.ts';
import { completeVariable } from './complete-variable.ts';
import { describeDomain } from './describe-domain.ts';
import { listResources } from './list-resources.ts';
import { readLanguage } from './read-language.ts';
import { readRun } from './read-run.ts';
import { readWorkflow } from './read-workflow.ts';
import { templatesFor } from './resource-templates.ts';

export interface ResourceListOptions {
  readonly call: Signalbox['call'];
  /** Name of the tool that runs a workflow; `undefined` if none does. */
  toolOf(principal: Principal, workflow: string): Promise<string | undefined>;
}

export function createResourceList({ call, toolOf }: ResourceListOptions): ResourceList {
  return {
    templates: templatesFor,
    list: (principal, cursor) => listResources(askAs(call, principal), cursor),
    complete: (principal, asked) => completeVariable(askAs(call, principal), asked),
    async read(principal, uri) {
      const page = parseResourceUri(uri);
      if (page === undefined) return undefined;
      const { address, from } = page;
      const ask = askAs(call, principal);
      switch (address.kind) {
        case 'graph': {
          const text = await describeDomain(ask, (workflow) => toolOf(principal, workflow), address.domain);
          return text === undefined ? undefined : readPage(page, { mimeType: 'text/markdown', text });
        }
        case 'workflow':
          return readWorkflow(ask, address, from);
        case 'run':
          return readRun(ask, address, from);
        case 'languages':
        case 'language':
        case 'schema': {
          const text = await readLanguage(ask, address);
          return text === undefined ? undefined : readPage(page, text);
        }
      }
    },
  };
}
