// How the audit log names a thing: by the name under which people know it at that time, and by its identifier. Lists
// and saved searches have their kind in place of a name, because they may be named after a person, who may have to be
// forgotten later: entries of the log stay.

/** An address may be long, and an entry is cut. */
const NAME_LENGTH_MAX = 120;

/** The identifier alone if the thing has no name. */
export function named(name: string | null | undefined, id: string): string {
  if (!name) return id;
  return `${name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name} (${id})`;
}
