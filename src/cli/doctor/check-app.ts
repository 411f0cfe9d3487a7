/**
 * Checks what only an open Signalbox knows: the owner of the folder, the valid workflows, the state of the connectors.
 */
import { cleanText } from '../../drawing/index.ts';
import type { ConnectorList } from '../../operations/index.ts';
import { describeAmbiguous } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from '../print/pluralize.ts';
import { listProblems } from '../session/document-problems.ts';
import type { Session } from '../session/session.ts';
import { findFolderProblems, foldersRead } from '../session/workflow-folders.ts';
import { checkClock } from './check-machine.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

export async function checkApp(session: Session, host: Host): Promise<readonly Finding[]> {
  return [
    checkOwner(session),
    await checkTime(session),
    await checkWorkflows(session, host),
    ...(await checkRepositories(session)),
    ...(await checkConnectors(session)),
  ];
}

function checkOwner({ role, owner }: Session): Finding {
  return ok(
    'owner',
    role === 'owner'
      ? 'No other process uses the folder.'
      : `Process ${owner ?? '?'} owns the folder and responds.`,
  );
}

async function checkTime(session: Session): Promise<Finding> {
  const { runs } = await session.call('runs.list', { limit: 200 });
  const latest = Math.max(...runs.map(({ updatedAt }) => Date.parse(updatedAt)));
  return checkClock(Date.now(), runs.length === 0 ? undefined : latest);
}

async function checkWorkflows(session: Session, host: Host): Promise<Finding> {
  const folders = foldersRead(session).join(', ');
  const [valid, invalid] = await Promise.all([
    session.call('definitions.list', { valid: true, limit: 500 }),
    session.call('definitions.list', { valid: false, limit: 10 }),
  ]);
  const found = `${pluralize(valid.total, 'valid workflow')} in ${folders}`;
  const folderProblems = findFolderProblems(session);
  const warned = valid.definitions.filter(({ warnings }) => warnings > 0);
  const lacking = valid.definitions.filter(({ missing }) => missing.length > 0);
  const [first] = await listProblems(session, host, [...invalid.definitions, ...warned, ...lacking]);
  if (first !== undefined) {
    const { problem, advice } = first;
    const mistaken = invalid.definitions.filter(({ path }) => path !== '');
    const names = mistaken.map(({ id, path }) => `${id} (${path})`).join(', ');
    return warn(
      'workflows',
      [
        found,
        ...(mistaken.length === 0 ? [] : [`${invalid.total} with errors: ${cleanText(names)}`]),
        ...(warned.length === 0 ? [] : [`${warned.length} with warnings`]),
        ...(lacking.length === 0 ? [] : [`${lacking.length} with calls that no single connector offers`]),
        problem,
      ].join('; '),
      [
        ...(mistaken.length === 0 ? [] : ['Workflows with errors cannot run.']),
        ...(lacking.length === 0
          ? []
          : ['Configure a connector for the call, or write its name as “connector.operation”.']),
        ...(advice === undefined ? [] : [`See what is wrong: ${advice}`]),
      ].join(' '),
    );
  }
  return valid.total === 0
    ? warn(
        'workflows',
        folderProblems.length === 0
          ? `No workflows in ${folders}.`
          : `No workflows: ${folderProblems.join(' ')}`,
        'Set the folder with --workflows, or add files to it.',
      )
    : ok('workflows', found);
}

async function checkRepositories(session: Session): Promise<readonly Finding[]> {
  const { repositories } = await session.call('service.status', {});
  return repositories.map(({ name, commit, checkedAt, problem }) => {
    const what = `repository ${cleanText(name)}`;
    const state = commit === null ? 'Not fetched yet' : `${commit.slice(0, 12)}, checked at ${checkedAt}`;
    if (problem === '') return commit === null ? warn(what, `${state}.`, fetchAdvice) : ok(what, state);
    const found = `${cleanText(problem)} ${state}.`;
    return commit === null
      ? fail(what, found, 'Its workflows are unavailable until it can be fetched.')
      : warn(what, found, 'Its workflows are those of that time.');
  });
}

const fetchAdvice = 'The fetch is in progress. Run doctor again later.';

async function checkConnectors(session: Session): Promise<readonly Finding[]> {
  const { connectors } = await session.call('connectors.list', {});
  const states = connectors.map(({ name, state, message, operations }) => {
    const what = `connector ${cleanText(name)}`;
    if (state === 'ready') return ok(what, pluralize(operations.length, 'operation'));
    const found = message === '' ? state : cleanText(message);
    const advice = 'Workflows that call it wait or fail until it is available.';
    return state === 'down' ? fail(what, found, advice) : warn(what, found, advice);
  });
  return [...states, ...checkNames(connectors)];
}

/** Names that several connectors offer: a call of such a name is refused until it also names the connector. */
function checkNames(connectors: ConnectorList['connectors']): readonly Finding[] {
  const open = connectors.filter(({ catalog }) => catalog !== true);
  const names = new Set(open.flatMap(({ operations }) => operations));
  return [...names].flatMap((name) => {
    const offeredBy = open.filter(({ operations }) => operations.includes(name));
    if (offeredBy.length < 2) return [];
    const found = describeAmbiguous(
      name,
      offeredBy.map((connector) => connector.name),
    );
    return [
      warn(
        `operation ${cleanText(name)}`,
        cleanText(found),
        'A workflow that calls it by its name alone cannot run.',
      ),
    ];
  });
}
