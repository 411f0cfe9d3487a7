/** What specifications add to the interfaces. */
import type { LanguageApi } from '../../language-api.ts';
import { languageId } from '../read-specification.ts';
import { itemViews } from './item-views.ts';
import { taskViews } from './task-views.ts';

export const yawlApi: LanguageApi = { id: languageId, items: itemViews, workflows: taskViews };
