/** Lists the slots of a form: what an element of one version can contain, in the required order. */
import type { ElementForm, FormPart, VariedForm } from './form.ts';
import { isInVersion, type Version, type VersionRange } from './versions.ts';

export interface Slots {
  readonly slots: readonly Slot[];
  readonly choices: readonly Choice[];
  /** Elements that only other versions have, by name. */
  readonly otherVersions: ReadonlyMap<string, VersionRange>;
}

interface Slot {
  /** By the name of the element: one, or several that can alternate. Empty: elements of XML Schema. */
  readonly forms: ReadonlyMap<string, ElementForm | VariedForm>;
  readonly required: boolean;
  readonly repeated: boolean;
  /** See the form. */
  readonly unique: string | undefined;
  /** The options that it belongs to, outermost first. */
  readonly within: readonly ChoiceOption[];
}

export interface ChoiceOption {
  readonly choice: number;
  readonly option: number;
}

interface Choice {
  /** The first name of each option; none if this version has none of them. */
  readonly names: readonly string[];
  readonly within: readonly ChoiceOption[];
}

const listed = new WeakMap<readonly FormPart[], Map<Version, Slots>>();

/** Cached: forms are few, their elements many. */
export function listSlots(parts: readonly FormPart[], version: Version): Slots {
  const known = listed.get(parts) ?? new Map<Version, Slots>();
  const slots = known.get(version) ?? collect(parts, version);
  listed.set(parts, known.set(version, slots));
  return slots;
}

function collect(parts: readonly FormPart[], version: Version): Slots {
  const slots: Slot[] = [];
  const choices: Choice[] = [];
  const otherVersions = new Map<string, VersionRange>();

  const add = (part: FormPart, within: readonly ChoiceOption[]) => {
    if (part.kind === 'schema') {
      slots.push({ forms: new Map(), required: false, repeated: false, unique: undefined, within });
    } else if (part.kind === 'several') {
      slots.push({
        forms: new Map(Object.entries(part.forms)),
        required: false,
        repeated: true,
        unique: undefined,
        within,
      });
    } else if (part.kind === 'choice') {
      const choice = choices.length;
      // Its slot is allocated before the slots inside it.
      choices.push({ names: [], within });
      const names = part.options.flatMap((option, index) => {
        const first = slots.length;
        for (const each of option) add(each, [...within, { choice, option: index }]);
        return [...(slots[first]?.forms.keys() ?? [])].slice(0, 1);
      });
      choices[choice] = { names, within };
    } else if (isInVersion(part, version)) {
      const { name, form, required, repeated, unique } = part;
      slots.push({ forms: new Map([[name, form]]), required, repeated, unique, within });
    } else {
      otherVersions.set(part.name, part);
    }
  };

  for (const part of parts) add(part, []);
  return { slots, choices, otherVersions };
}
