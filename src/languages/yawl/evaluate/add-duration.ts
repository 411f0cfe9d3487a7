/** Adds durations of XML Schema to a time in UTC. Months and years are calendar months and years. */

interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const form =
  /^(-)?P(?=.)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12}(?:\.\d{1,9})?)S)?)?$/;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `null` if the text is not a duration. */
export function addDuration(at: number, text: string, workdays: boolean): number | null {
  const duration = parseDuration(text.trim());
  if (duration === null) return null;
  const { months, milliseconds } = duration;
  if (workdays) return addWorkdays(addMonths(at, months), milliseconds);
  return addMonths(at, months) + milliseconds;
}

function parseDuration(text: string): Duration | null {
  const match = form.exec(text);
  if (match === null) return null;
  const [, sign, ...texts] = match;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = texts.map((each) =>
    Number(each ?? 0),
  );
  const direction = sign === '-' ? -1 : 1;
  return {
    months: direction * (years * 12 + months),
    milliseconds: direction * (days * day + hours * hour + minutes * minute + Math.round(seconds * second)),
  };
}

/** A day that the target month does not have becomes its last day. */
function addMonths(at: number, months: number): number {
  if (months === 0) return at;
  const from = new Date(at);
  const first = new Date(at);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1);
  last.setUTCDate(0);
  first.setUTCDate(Math.min(from.getUTCDate(), last.getUTCDate()));
  return first.getTime();
}

const week = 7 * day;
const workWeek = 5 * day;

/** Skips Saturdays and Sundays, at the start and in between. */
function addWorkdays(at: number, milliseconds: number): number {
  const start = skipWeekend(at);
  if (milliseconds <= 0) return start;
  const weeks = Math.floor(milliseconds / workWeek);
  const rest = milliseconds - weeks * workWeek;
  const ahead = start + weeks * week;
  const untilWeekend = nextSaturday(ahead) - ahead;
  return rest <= untilWeekend ? ahead + rest : ahead + rest + 2 * day;
}

/** Milliseconds since Monday, 00:00. */
const sinceMonday = (at: number): number => {
  const date = new Date(at);
  const days = (date.getUTCDay() + 6) % 7;
  return days * day + (at - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
};

const skipWeekend = (at: number): number => {
  const passed = sinceMonday(at);
  return passed >= workWeek ? at - passed + week : at;
};

const nextSaturday = (at: number): number => at - sinceMonday(at) + workWeek;
