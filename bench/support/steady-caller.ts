// Calls at a constant rate from a process of its own, so that the work of a bench does not delay them: half e-mail
// look-ups of random people, half searches that were never asked. Arguments: port, rate, people. The first message has
// the keys; `take` is answered with the calls since the last one.
import { PEOPLE_SEARCH, shot } from './bench-shots.ts';
import { randomPeople, readFolderPeople } from './generated-people.ts';
import { type Answered, press, type Shot } from './pressure.ts';
import { mixedBody } from './search-bodies.ts';

export type Call = Pick<Answered, 'tookMs' | 'isOk'>;

const CONNECTIONS = 64;
/** Of each kind, for ten minutes. */
const SECONDS = 600;
/** People of other rows than those that a bench changes. */
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
