/** Converts values into the database, and out of it as JSON. */
import type { DuckDBType, DuckDBValue, DuckDBValueConverter } from '@duckdb/node-api';
import type { Json } from '../../kernel/index.ts';
import { jsonOrText } from '../values/json-or-text.ts';
import { type ColumnType, fieldOf, isList, isRecord } from './column-type.ts';
import type { DuckDb } from './duckdb.ts';

export function duckDbType(duckdb: DuckDb, type: ColumnType): DuckDBType {
  switch (type.kind) {
    case 'boolean':
      return duckdb.BOOLEAN;
    case 'integer':
      return duckdb.BIGINT;
    case 'number':
      return duckdb.DOUBLE;
    case 'text':
    case 'json':
      return duckdb.VARCHAR;
    case 'nothing':
      return duckdb.SQLNULL;
    case 'list':
      return duckdb.LIST(duckDbType(duckdb, type.of));
    case 'record':
      return duckdb.STRUCT(
        Object.fromEntries(type.fields.map((field) => [field.name, duckDbType(duckdb, field.type)])),
      );
  }
}

/** A value of a column whose type was derived from all its values. */
export function toSql(duckdb: DuckDb, value: Json, type: ColumnType): DuckDBValue {
  if (value === null || type.kind === 'nothing') return null;
  switch (type.kind) {
    case 'json':
      return JSON.stringify(value);
    case 'integer':
      return BigInt(Number(value));
    case 'list':
      return duckdb.listValue(isList(value) ? value.map((each) => toSql(duckdb, each, type.of)) : []);
    case 'record':
      return duckdb.structValue(
        Object.fromEntries(
          type.fields.map((field) => [
            field.name,
            toSql(duckdb, isRecord(value) ? fieldOf(field.name)(value) : null, field.type),
          ]),
        ),
      );
    default:
      return typeof value === 'object' ? null : value;
  }
}

/** Digits of a decimal that a number represents exactly. */
const exactDigits = 15;

/** Numbers if JSON represents them exactly, otherwise texts; dates and times as texts; maps as objects. */
export function createFromSql(duckdb: DuckDb): DuckDBValueConverter<Json> {
  const { DuckDBTypeId: id } = duckdb;
  const numberOf = (text: string, isExact: boolean): Json => (isExact ? Number(text) : text);
  const fromSql: DuckDBValueConverter<Json> = (value, type) => {
    if (value === null) return null;
    switch (type.typeId) {
      case id.BIGINT:
      case id.UBIGINT:
      case id.HUGEINT:
      case id.UHUGEINT:
      case id.BIGNUM:
        return numberOf(String(value), Number.isSafeInteger(Number(value)));
      case id.DECIMAL: {
        const text = String(value);
        return numberOf(text, text.replaceAll(/[^\d]|^-?0\./g, '').length <= exactDigits);
      }
      case id.FLOAT:
      case id.DOUBLE:
        return Number.isFinite(value) ? Number(value) : null;
      case id.INTERVAL:
        return String(value);
      case id.VARCHAR:
        return type.alias === 'JSON' ? jsonOrText(String(value)) : String(value);
      case id.MAP:
        return value instanceof duckdb.DuckDBMapValue && type instanceof duckdb.DuckDBMapType
          ? Object.fromEntries(
              value.entries.map((entry) => [
                String(entry.key),
                fromSql(entry.value, type.valueType, fromSql),
              ]),
            )
          : null;
      default:
        return duckdb.JsonDuckDBValueConverter(value, type, fromSql as never) as Json;
    }
  };
  return fromSql;
}
