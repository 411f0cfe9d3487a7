/**
 * Says whether an error is the client's: the SDK reports every message that it refuses, and its sender already has
 * the error.
 */
import { ProtocolError, SdkError } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Beginnings of the SDK's messages about invalid requests: those errors have no class of their own. */
const clientErrorPrefixes = [
  'Rejected inbound request',
  'Rejected 2025-era request',
  'Unsupported Media Type',
  'Not Acceptable',
  'Method not allowed',
  'Parse error',
  'Invalid Request',
  'Bad Request',
  'Conflict',
  'Session not found',
  'Received a response for an unknown',
  'Received a progress notification for an unknown',
  'Unknown message type',
  'subscriptions/listen refused',
  'Era mismatch',
];

export function isClientError(error: Error): boolean {
  if (error instanceof ProtocolError || error instanceof SdkError) return true;
  // A line that is not JSON, or not a message.
  if (error instanceof SyntaxError || error instanceof z.ZodError) return true;
  return error.constructor === Error && clientErrorPrefixes.some((begin) => error.message.startsWith(begin));
}
