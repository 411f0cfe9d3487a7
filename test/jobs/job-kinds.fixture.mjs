/** A job process for tests of the pool: each job does what its name says. */
let isHere = true;
const shared = new Map();
let received = 0;
let performed = 0;

const reply = (message) => process.send({ ...message, spentMs: process.cpuUsage().user / 1_000 });

const jobs = {
  pid: () => process.pid,
  echo: (input) => input,
  spin: () => {
    while (isHere);
  },
  grow: () => {
    const all = [];
    while (isHere) all.push(new Array(100_000).fill(all.length));
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  /** Ends if it has performed another job before. */
  first: () => {
    if (performed > 1) process.kill(process.pid, 'SIGKILL');
    return 'first';
  },
  fail: () => {
    throw new Error('It failed.');
  },
  shared: (_, hash) => ({ text: shared.get(hash), received }),
};

process.on('disconnect', () => {
  isHere = false;
});
process.on('message', ({ name, input, shared: given, forgets }) => {
  performed += 1;
  if (forgets) shared.clear();
  if (given?.text != null) {
    received += 1;
    shared.set(given.hash, given.text);
  }
  try {
    reply({ kind: 'done', text: JSON.stringify(jobs[name](JSON.parse(input), given?.hash)) });
  } catch (error) {
    reply({ kind: 'failed', trace: String(error) });
  }
});
reply({ kind: 'ready' });
