/** Where a file of a catalog is: of an installation that tenants share, only the part below its folder is shown. */
import { relative } from 'node:path';
import type { Services } from '../contract/services.ts';
import { requireCatalogs } from './compile-source.ts';

export const shownPath = (services: Services, path: string): string =>
  services.isShared === true ? relative(requireCatalogs(services).store.files.root, path) : path;
