// Names and values of a record, one below the other; unknown values are omitted.
import type { ComponentChildren } from 'preact';
import type { ShownMember } from './record-members.ts';

export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="record-facts">{children}</dl>;
}

/** Nothing where the value is empty. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === null || children === undefined || children === '' || children === false) return null;
  return (
    <div class="record-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Members of a record that have no place of their own. */
export function FurtherFacts({
  members,
  record,
}: {
  readonly members: readonly ShownMember[];
  readonly record: object;
}) {
  return (
    <>
      {members.map(({ key, label, value }) => (
        <Fact key={key} name={label}>
          {value(record)}
        </Fact>
      ))}
    </>
  );
}

/** An address of imported data: a link only where it is one of the web, so that nothing else can be run by it. */
export function WebLink({
  address,
  children,
}: {
  readonly address: string;
  /** Shown instead of the address. */
  readonly children?: string;
}) {
  const isWeb = /^https?:\/\//i.test(address);
  if (!isWeb) return <span class="mono">{address}</span>;
  return (
    <a class="web-link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? address.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  );
}
