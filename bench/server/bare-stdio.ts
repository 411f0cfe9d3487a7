/** A separate process: the plain echo over standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBareEcho } from './bare-echo.ts';

serveStdio(createBareEcho);
