/** The query whose result describes a GraphQL API. */
import { getIntrospectionQuery } from 'graphql';

/** Only with what servers of every age know. */
export const introspectionQuery = (): string => getIntrospectionQuery({ descriptions: true });
