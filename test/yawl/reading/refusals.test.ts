import { expect, test } from 'vitest';
import { changed, readText, sampleText } from './sample-file.ts';

const order = sampleText('order.yawl');
const survey = sampleText('survey.yawl');
const every = sampleText('every-element.yawl');

/** The errors of a text with one change. */
const faults = (text: string, from: string | RegExp, to: string): readonly string[] =>
  readText(changed(text, from, to)).violations;

test.each([
  [
    'an unknown element',
    /<documentation>The whole way of an order.<\/documentation>/,
    '<colour>red</colour>',
    '51:8 unknown-element [colour] “decomposition” has no “colour”.',
  ],
  [
    'a misspelled element',
    /<documentation>Who ordered.<\/documentation>/,
    '<documentaion>Who ordered.</documentaion>',
    '54:10 unknown-element [documentaion] “inputParam” has no “documentaion”. Did you mean “documentation”?',
  ],
  [
    'an element in the wrong place',
    /<join code="xor"\/>\n {10}<split code="xor"\/>/,
    '<split code="xor"/>\n          <join code="xor"/>',
    '137:12 misplaced-element [split] In “task” the order matters: “split” must come after “join”.',
  ],
  [
    'an element twice',
    '<mandatory/>',
    '<mandatory/><mandatory/>',
    '58:22 duplicate-element [mandatory] “inputParam” has “mandatory” twice. Remove one of them.',
  ],
  [
    'a missing element',
    '<mapsTo>lines</mapsTo>',
    '',
    '140:14 missing-element [mapping] “mapping” needs “mapsTo”.',
  ],
  [
    'a missing element of a choice',
    /<name>customer<\/name>\s*<type>string<\/type>\s*<namespace>[^<]*<\/namespace>/,
    '',
    '52:8 missing-element [inputParam] “inputParam” needs “name” or “element”.',
  ],
  [
    'two elements of a choice',
    '<name>customer</name>',
    '<name>customer</name><element>customer</element>',
    '55:31 misplaced-element [element] “inputParam” already has “name”, which excludes “element”. Remove one of them.',
  ],
  [
    'an unknown attribute',
    '<task id="Accept">',
    '<task id="Accept" colour="red">',
    '182:27 unknown-attribute [colour] “task” has no attribute “colour”. Expected: id.',
  ],
  [
    'a missing attribute',
    '<task id="Accept">',
    '<task>',
    '182:10 missing-attribute [task] “task” needs the attribute “id”.',
  ],
  [
    'a value that does not fit',
    '<join code="xor"/>',
    '<join code="nand"/>',
    '137:23 bad-value [nand] The attribute “code” of “join” cannot be “nand”. Expected: and, or, xor.',
  ],
  [
    'a text that does not fit',
    '<created>2029-12-24</created>',
    '<created>2029-02-30</created>',
    '16:16 bad-value [2029-02-30] “created” cannot be “2029-02-30”. Expected: a date: 2030-01-31.',
  ],
  [
    'an empty text',
    '<name>customer</name>',
    '<name/>',
    '55:10 bad-value [name] “name” cannot be empty. Expected: a name of letters, digits, “_”, “-” and “.” that begins with a letter or “_”.',
  ],
  [
    'an element inside a text',
    '<name>customer</name>',
    '<name><b>customer</b></name>',
    '55:16 unknown-element [b] “name” can only contain text, no elements.',
  ],
  [
    'a text between elements',
    '<metaData>',
    '<metaData>\n      some words',
    '7:7 unexpected-text [some words] “metaData” cannot contain text.',
  ],
  [
    'an unknown kind of decomposition',
    'xsi:type="NetFactsType"',
    'xsi:type="SubnetType"',
    '49:58 bad-value [SubnetType] “decomposition” cannot have the type “SubnetType”. Expected: NetFactsType, WebServiceGatewayFactsType.',
  ],
  [
    'a decomposition of no kind',
    ' xsi:type="NetFactsType"',
    '',
    '49:6 missing-attribute [decomposition] “decomposition” needs the attribute “xsi:type”, which defines its form.',
  ],
  [
    'an element of another namespace',
    '<documentation>Who ordered.</documentation>',
    '<documentation xmlns="urn:other">Who ordered.</documentation>',
    '54:10 unknown-element [documentation] This “documentation” is in the namespace urn:other, so it is not an element of YAWL. Put it in http://www.yawlfoundation.org/yawlschema.',
  ],
  [
    'a version of the specification that is not a number',
    '<version>1.2</version>',
    '<version>0.05</version>',
    '17:16 bad-value [0.05] “version” cannot be “0.05”. Expected: a number from 0.1 on.',
  ],
  [
    'an identifier that is not a name',
    '<identifier>UID_',
    '<identifier>1 ',
    expect.stringContaining(
      '20:19 bad-value [1 5f0c1a3e-0001-4e6b-9d51-4f2f0f7b0a01] “identifier” cannot be',
    ),
  ],
  [
    'an empty uri',
    'uri="OrderFulfilment"',
    'uri=""',
    '3:23 bad-value [] The attribute “uri” of “specification” cannot be “”. Expected: a URI that is not empty.',
  ],
  [
    'a uri that is none',
    'uri="OrderFulfilment"',
    'uri="100%"',
    '3:23 bad-value [100%] The attribute “uri” of “specification” cannot be “100%”. Expected: a URI that is not empty.',
  ],
  [
    'no decomposition',
    /<decomposition[\s\S]*<\/decomposition>/,
    '',
    '3:4 missing-element [specification] “specification” needs “decomposition”.',
  ],
])('[Y1.3] %s is reported with its name and position', (_, from, to, told) => {
  expect(faults(order, from, to)).toEqual([told]);
});

test('[Y1.3] several errors are reported at once, in the order of the text', () => {
  let text = changed(order, '<title>Order fulfilment</title>', '<titel>Order fulfilment</titel>');
  text = changed(text, 'isRootNet="true"', 'isRootNet="maybe"');
  text = changed(text, '<nextElementRef id="Check_Stock"/>', '');
  text = changed(text, '<join code="or"/>', '');
  text = changed(text, '<externalInteraction>manual', '<externalInteraction>by hand');
  expect(readText(text).violations.map((each) => each.split(' “')[0])).toEqual([
    '7:8 unknown-element [titel]',
    '49:42 bad-value [maybe] The attribute',
    '121:12 missing-element [flowsInto]',
    '300:10 missing-element [task]',
    '480:28 bad-value [by hand]',
  ]);
});

test('[Y1.3] one element out of order is one error, in any position', () => {
  const decomposesTo = '<decomposesTo id="CheckStock"/>';
  const text = changed(
    changed(order, decomposesTo, ''),
    '<name>Check stock</name>',
    `${decomposesTo}<name>Check stock</name>`,
  );
  expect(readText(text).violations).toEqual([
    '126:12 misplaced-element [decomposesTo] In “task” the order matters: “decomposesTo” must come after “customForm”.',
  ]);
});

test('[Y1.3] a feature that a version does not have is reported with the versions that have it', () => {
  const older = (version: string, text: string) => changed(text, 'version="4.0"', `version="${version}"`);
  expect(readText(older('3.0', survey)).violations).toEqual([
    expect.stringContaining('[workdays] “workdays” exists from version 4.0 on. This file has version 3.0.'),
  ]);
  const inTwo = readText(older('2.0', order)).violations;
  expect(new Set(inTwo.map((each) => each.split('] ')[1]))).toEqual(
    new Set([
      '“index” exists from version 2.1 on. This file has version 2.0. Remove it, or change the version in “specificationSet”.',
    ]),
  );
  const beta = changed(sampleText('greeting-beta-7.1.xml'), '<decomposesTo', '<timer/><decomposesTo');
  expect(readText(beta).violations).toEqual([
    expect.stringContaining('[timer] “timer” exists from version 2.0 on. This file has version Beta 7.1.'),
  ]);
  const root = changed(
    sampleText('greeting-2.0.yawl'),
    /decomposition id="Greeting" isRootNet="true" xsi:type="NetFactsType"/,
    'rootNet id="Greeting"',
  );
  expect(readText(changed(root, '</decomposition>', '</rootNet>')).violations).toEqual([
    expect.stringContaining('[rootNet] “rootNet” exists up to version Beta 2. This file has version 2.0.'),
  ]);
});

test('[Y1.3] an unknown version is refused with the list of versions', () => {
  const { document, violations } = readText(changed(order, 'version="4.0"', 'version="5.0"'));
  expect(document).toBeNull();
  expect(violations).toEqual(["2:131 unknown-version [5.0] Version “5.0” of YAWL's schema does not exist."]);
});

test.each([
  ['<a/>', '1:2 unknown-element [a] The root of a YAWL file is “specificationSet”. This one is “a”.'],
  [
    '<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema"/>',
    '1:2 wrong-namespace [specificationSet] A set without a version is Beta 2, which has another namespace. Add the attribute “version”.',
  ],
  [
    '<specificationSet version="4.0" xmlns="http://www.citi.qut.edu.au/yawl"/>',
    '1:2 wrong-namespace [specificationSet] The elements of version 4.0 are in another namespace. Write xmlns="http://www.yawlfoundation.org/yawlschema", or change the version.',
  ],
  [
    '<specificationSet version="4.0" xmlns="http://www.yawlfoundation.org/yawlschema"/>',
    '1:2 missing-element [specificationSet] “specificationSet” needs “specification”.',
  ],
])('[Y1.3] %s is not a specification set', (text, told) => {
  expect(readText(text).violations).toEqual([told]);
});

test.each([
  [
    'nets of other files',
    order,
    /(?=\n {2}<\/specification>)/,
    '<importedNet>http://example.com/net.xml</importedNet>',
    '[importedNet] Nets of other files are not fetched.',
  ],
  [
    'a data gateway',
    order,
    /(?<=<\/processControlElements>)/,
    '<externalDataGateway>HibernateEngine</externalDataGateway>',
    '[HibernateEngine] Data gateways are plug-ins of the Java engine',
  ],
  [
    'a mapping by a data gateway',
    order,
    '&lt;lines&gt;{/Order/lines/*}&lt;/lines&gt;',
    '#external:Gateway:lines',
    '[#external:Gateway:lines] This mapping calls a data gateway',
  ],
  [
    'a configuration that hides',
    every,
    /(?<=<y:configuration>\s*)<y:join\/>/,
    '<y:join><y:port value="hidden"/></y:join>',
    '[y:port] The configuration changes the task: its “port” is “hidden”.',
  ],
  [
    'a configuration that blocks cancellation',
    every,
    '<y:rem value="activated"/>',
    '<y:rem value="blocked"/>',
    '[y:rem] The defaultConfiguration changes the task: its “rem” is “blocked”.',
  ],
  [
    'a configuration of the instances',
    every,
    '<y:rem value="activated"/>',
    '<y:nofi><y:minIncrease>1</y:minIncrease><y:maxDecrease>1</y:maxDecrease><y:thresIncrease>1</y:thresIncrease><y:creationMode>keep</y:creationMode></y:nofi>',
    '[y:nofi] The defaultConfiguration changes the task: its “nofi” is about the number of instances.',
  ],
  [
    'schemas of other files',
    sampleText('greeting-beta-2.xml'),
    /(?=<xs:schema>)/,
    '<import location="http://example.com/types.xsd"/>',
    '[import] Schemas of other files are not fetched.',
  ],
  [
    'an element of XML Schema other than a schema',
    order,
    /<xs:schema[\s\S]*<\/xs:schema>/,
    '<xs:element xmlns:xs="http://www.w3.org/2001/XMLSchema" name="a"/>',
    '[xs:element] “xs:element” is not allowed in a specification',
  ],
])('[Y1.3] not supported, and reported by name: %s', (_, text, from, to, told) => {
  expect(faults(text, from, to)).toEqual([expect.stringContaining(told)]);
});

test('[Y1.3] an unsupported feature without further effect is a warning', () => {
  const { violations, warnings } = readText(every);
  expect(violations).toEqual([]);
  expect(warnings.map((each) => each.replace(/\. .*/, ''))).toEqual([
    '21:10 not-supported [y:logPredicate] Log predicates are not evaluated',
    '156:14 not-supported [y:secondary] Secondary resources are not reserved for the task',
    '207:10 not-supported [y:isCutThroughParam] An output that cuts through its decomposition is treated as an ordinary one.',
    expect.stringContaining('220:10 not-supported [y:wsdlLocation] “wsdlLocation” calls no web service'),
  ]);
});

test('[Y1.3] two mappings of one set with the same expression are refused, as the schema does', () => {
  const twice =
    '<mapping><expression query="/a"/><mapsTo>a</mapsTo></mapping><mapping><expression query="/a"/><mapsTo>b</mapsTo></mapping>';
  expect(faults(order, /(?<=<startingMappings>)/, twice)).toEqual([
    expect.stringContaining(
      'duplicate-query [/a] Two mappings of “startingMappings” have the same expression.',
    ),
  ]);
});

test('[Y1.3] two specifications of one uri, and two privileges, filters or parameters of one name, are refused', () => {
  const again =
    /<specification uri[\s\S]*<\/specification>(?=\s*<\/specificationSet>)/.exec(survey)?.[0] ?? '';
  expect(faults(survey, /(?=<\/specificationSet>)/, again)).toEqual([
    expect.stringContaining(
      'duplicate-id [Survey] Another specification of this set already has the uri “Survey”.',
    ),
  ]);
  expect(faults(every, '<y:name>canPile</y:name>', '<y:name>canSkip</y:name>')).toEqual([
    expect.stringContaining(
      'duplicate-element [canSkip] Another “y:privilege” already has the name “canSkip”.',
    ),
  ]);
});

test('[Y1.3] the data of an editor in “layout” is ignored', () => {
  expect(order).toContain('whateverAnEditorAdds');
  expect(readText(order).violations).toEqual([]);
});

test('[Y1.2] text that is not XML is refused with its position, and so is a document type', () => {
  expect(faults(order, '</metaData>', '')).toEqual([
    expect.stringMatching(
      /^\d+:\d+ xml-syntax \[<\/specification\] “<metaData>”, opened in line 6, column 5, has no end tag/,
    ),
  ]);
  expect(faults(order, '?>', '?><!DOCTYPE specificationSet SYSTEM "file:///etc/passwd">')).toEqual([
    expect.stringContaining('1:39 xml-unsupported [<!DOCTYPE] A document type is not accepted'),
  ]);
});

const netWith = (elements: string): string =>
  changed(
    survey,
    /(?<=<processControlElements>\s*<inputCondition id="i">[\s\S]*?<\/inputCondition>)/,
    elements,
  );

test('[Y1.2] a set of too many tasks, flows, cancellations, decompositions or specifications is refused', () => {
  const task = (id: number) => `<task id="t${id}"><join code="xor"/><split code="and"/></task>`;
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at));
  const limits = [
    netWith(many(2000, task).join('')),
    netWith(
      `<condition id="c">${'<flowsInto><nextElementRef id="Ask"/></flowsInto>'.repeat(10_000)}</condition>`,
    ),
    netWith(
      `<task id="t"><join code="xor"/><split code="and"/>${'<removesTokens id="Ask"/>'.repeat(10_001)}</task>`,
    ),
    changed(
      survey,
      '</specification>',
      `${many(500, (at) => `<decomposition id="d${at}" xsi:type="WebServiceGatewayFactsType"/>`).join('')}</specification>`,
    ),
    changed(
      survey,
      '</specificationSet>',
      `${many(100, (at) => `<specification uri="s${at}"><metaData/><decomposition id="d" xsi:type="WebServiceGatewayFactsType"/></specification>`).join('')}</specificationSet>`,
    ),
  ];
  expect(limits.map((text) => readText(text).violations)).toEqual([
    [
      expect.stringContaining(
        'limit [specificationSet] A set of specifications may have at most 2000 tasks and conditions in all.',
      ),
    ],
    [expect.stringContaining('at most 10000 flows in all.')],
    [expect.stringContaining('at most 10000 entries of cancellation sets in all.')],
    [expect.stringContaining('at most 500 decompositions in all.')],
    [expect.stringContaining('at most 100 specifications in all.')],
  ]);
});

test('[Y1.2][L4] of thousands of errors, 200 are reported, at low cost', () => {
  const strays = Array.from({ length: 20_000 }, (_, at) => `<tasc${at} id="x"/>`).join('');
  expect(readText(netWith(strays)).violations).toHaveLength(201);
  const shuffled = '<condition id="c"/><outputCondition id="p"/>'.repeat(900);
  const last = readText(netWith(shuffled)).violations.at(-1) ?? '';
  expect(Number(/And about (\d+) more/.exec(last)?.[1])).toBeGreaterThan(600);
});
