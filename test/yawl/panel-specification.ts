/** A panel: each member is asked separately, then a nested net judges the answers. */
import { specificationText } from './specification-text.ts';

export const panel = specificationText({
  uri: 'Panel',
  version: '0.2',
  types: `
    <xs:complexType name="MembersType"><xs:sequence>
      <xs:element name="member" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`,
  nets: [
    {
      id: 'Panel',
      inputs: { members: 'MembersType' },
      outputs: { answers: 'MembersType' },
      locals: { answers: 'MembersType' },
      begin: ['Ask'],
      tasks: {
        Ask: {
          to: ['Judge'],
          does: 'Asking',
          multiple: {
            min: 1,
            max: 4,
            dynamic: true,
            from: '/Panel/members',
            split: 'for $each in /members/member return <who>{$each/text()}</who>',
            formal: 'who',
            output: {
              each: '<member>{/Asking/answer/text()}</member>',
              join: '<answers>{/Asking/member}</answers>',
              to: 'answers',
            },
          },
        },
        Judge: { to: ['o'], does: 'Judging' },
      },
    },
    {
      id: 'Judging',
      begin: ['Read', 'Refuse'],
      conditions: { done: ['Sign'] },
      tasks: { Read: { to: ['done'] }, Refuse: { to: ['o'] }, Sign: { to: ['o'] } },
    },
  ],
  work: { Asking: { inputs: { who: 'string' }, outputs: { answer: 'string' } } },
});

export const members = { members: { member: ['ann', 'bob'] } };
