/** YAWL specifications: nets of tasks and conditions in XML, with data in XML Schema and XQuery. */
import type { Evaluators } from '../../kernel/index.ts';
import type { Language } from '../language.ts';
import type { QueryEngine } from '../query-engine.ts';
import { caseDataXml } from './case-data.ts';
import { conversion } from './convert/convert-file.ts';
import { createYawlEvaluator } from './evaluate/evaluator.ts';
import { evaluatorName } from './evaluate/evaluator-source.ts';
import { itemFacet } from './item-facet.ts';
import { writeMarking } from './marking-xml.ts';
import { languageId, readSpecificationSet } from './read-specification.ts';
import { yawlReference, yawlSchema } from './reference.ts';

/** @param queries evaluates its XPath and XQuery */
export function createYawlLanguage(queries: QueryEngine): Language {
  const evaluators: Evaluators = { [evaluatorName]: createYawlEvaluator(queries) };
  return {
    id: languageId,
    recognises: ({ path, text }) =>
      /\.yawl$/i.test(path) || /<(?:[\w.-]+:)?specificationSet[\s>]/.test(text.slice(0, 100_000)),
    read: (file, environment) => readSpecificationSet(file, environment, { queries, evaluators }),
    evaluators,
    extension: 'yawl',
    isUploaded: true,
    items: itemFacet,
    runs: { dataXml: caseDataXml, markingXml: writeMarking },
    workflows: { conversions: { graph: conversion } },
    schema: yawlSchema,
    reference: yawlReference,
  };
}
