// Calls at a constant rate from a separate process, so that the work of a bench does not delay them: half are e-mail
// look-ups of random people, half are searches that are not cached.
// Arguments: port, rate, people. The first message has the keys; the message `take` is answered with the calls since
// the previous one.
import { PEOPLE_SEARCH, shot } from './bench-shots.ts';
import { randomPeople, readFolderPeople } from './generated-people.ts';
import { type Answered, press, type Shot } from './pressure.ts';
import { mixedBody } from './search-bodies.ts';

export type Call = Pick<Answered, 'tookMs' | 'isOk'>;

const CONNECTIONS = 64;
/** Calls of each kind for this many seconds are prepared. */
const SECONDS = 600;
/** Number of skipped people: benches change the rows of these people. */
const FROM = 1_000_000;
const [, , port = '', rate = '', people = ''] = process.argv;
const wanted = (Number(rate) * SECONDS) / 2;

const emails: Shot[] = [];
for (const { network_url, emails: own } of randomPeople(readFolderPeople(people), FROM)) {
  if (own.length > 0) emails.push(shot('/v2/enrichment/email', { person_network_url: network_url }));
  if (emails.length === wanted) break;
}
const shots = emails.flatMap((email, index) => [email, shot(PEOPLE_SEARCH, mixedBody(2000 + index))]);
let answered: Call[] = [];
let isOver = false;
process.on('message', (message: readonly string[] | 'take') => {
  if (message === 'take') {
    process.send?.(answered);
    answered = [];
    return;
  }
  const load = { port: Number(port), keys: message, shots, connections: CONNECTIONS, perSecond: Number(rate) };
  const onAnswer = ({ tookMs, isOk }: Answered) => answered.push({ tookMs, isOk });
  void press({ ...load, seconds: 0, isOver: () => isOver, onAnswer }).then(() => process.exit(0));
});
process.on('disconnect', () => {
  isOver = true;
});
process.send?.('ready');
