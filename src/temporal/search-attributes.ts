import { temporal } from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../domain/search-attributes';

const { IndexedValueType } = temporal.api.enums.v1;
const TYPES = {
  KEYWORD: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  BOOL: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
  DATETIME: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
};

/** Registers the search attributes that the namespace does not have yet. On Temporal Cloud they are made beforehand: docs/operations.md. */
export async function ensureSearchAttributes(connection: NativeConnection, namespace: string): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  await addSearchAttributes(connection, namespace, Object.keys(customAttributes ?? {}));
}

/** Registers all of them but those that are there. */
export async function addSearchAttributes(connection: NativeConnection, namespace: string, there: string[] = []): Promise<void> {
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !there.includes(name));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, TYPES[type]]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
}
