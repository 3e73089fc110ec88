// Builds the edition of a bench in a separate process, unless the folder already has it. Arguments: PEOPLE FOLDER
// [INVENTED].
import { builtEdition } from './built-edition.ts';

const [people, folder, invented] = process.argv.slice(2);
if (folder === undefined) throw new Error('node bench/search/build-process.ts PEOPLE FOLDER [INVENTED]');
await builtEdition(
  { people: Number(people), mainPositionsOnly: true, invented: invented ? Number(invented) : undefined },
  folder,
);
