import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { graphLanguage } from '../languages/graph/index.ts';
import { readConnectorsFile } from './index.ts';

const page = readFileSync(new URL('../../docs/connectors.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);
const files = blocks.filter((text) => text.startsWith('connectors:'));
const documents = blocks.filter((text) => text.startsWith('workflows:'));

describe('docs/connectors.md', () => {
  test('[A8] every YAML block is a workflow or a connectors.yaml, and valid', () => {
    expect([files.length, documents.length]).toEqual([2, 3]);
    expect(blocks).toHaveLength(5);
    const env = { TRAVEL_TOKEN: 'a', CRM_TOKEN: 'b', SHOP_KEY: 'c' };
    for (const text of files) {
      const { configuration, violations } = readConnectorsFile({ path: 'connectors.yaml', text }, env);
      expect(violations).toEqual([]);
      const names = configuration.connectors.map(({ name }) => name);
      expect(names).toEqual(text.includes('limits:') ? ['travel', 'crm'] : ['shop']);
      const sql = { concurrency: 2, timeout: 10_000, memory: 536_870_912 };
      if (text.includes('limits:')) expect(configuration.limits.sql).toEqual(sql);
    }
    for (const text of documents) {
      expect(graphLanguage.read({ path: 'trip.yaml', text }, { operations: null }).violations).toEqual([]);
    }
  });

  test('[A8] the table lists every failure code', () => {
    const [, table = ''] = page.split('## Failure codes');
    const sources = [
      'sql/sql-failure.ts',
      'sql/create-sql-connector.ts',
      'sql/duckdb.ts',
      'mcp/classify-call-error.ts',
      'mcp/create-mcp-connector.ts',
      'mcp/outcome-of-result.ts',
      'http/http-failure.ts',
      'openapi/create-openapi-connector.ts',
      'openapi/api-source.ts',
      'openapi/api-sender.ts',
      'openapi/await-operation.ts',
      'openapi/perform-operation.ts',
    ];
    for (const source of sources) {
      const text = readFileSync(new URL(source, import.meta.url), 'utf8');
      const codes = [
        ...text.matchAll(
          /'((?:sql|mcp|http|api|credentials)-[a-z-]+|still-running|operation-failed|unexpected-response)'/g,
        ),
      ];
      expect(codes).not.toEqual([]);
      for (const [, code = ''] of codes) expect(table).toContain(`\`${code}\``);
    }
  });
});
