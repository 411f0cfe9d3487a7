/** The keys at the top of a guide. */
export const guideKeys = [
  '$schema',
  'id',
  'name',
  'description',
  'version',
  'category',
  'tags',
  'about',
  'examples',
  'preconditions',
  'clarificationPrompts',
  'metaGuidance',
  'functionDefinitions',
  'assessments',
  'steps',
  'modelTier',
  'modelHint',
  'recommendedPreferences',
  'features',
  'extensionPoints',
  'bindings',
  'references',
  'validatedAgainstSpecVersion',
  'metricsProfile',
] as const;

export type GuideKey = (typeof guideKeys)[number];

/** Keys that other documents rarely have. */
export const identifyingKeys: readonly GuideKey[] = [
  'steps',
  'preconditions',
  'clarificationPrompts',
  'metaGuidance',
  'functionDefinitions',
  'recommendedPreferences',
  'extensionPoints',
  'validatedAgainstSpecVersion',
  'metricsProfile',
];
