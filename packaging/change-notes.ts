// The notes of a release: its section of CHANGELOG.md.

/** The section of a version, or of `Unreleased`; throws if there is none or it is empty. */
export function changeNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) =>
    new RegExp(`^${RegExp.escape(version)}( - \\d{4}-\\d{2}-\\d{2})?\n`).test(text),
  );
  const [, ...lines] = section?.split('\n') ?? [];
  const notes = lines.join('\n').trim();
  if (notes !== '') return `${notes}\n`;
  const remedy = `rename "## Unreleased" to "## ${version} - YYYY-MM-DD"`;
  throw new Error(`CHANGELOG.md has no section of version ${version}: ${remedy}`);
}
