// Members of a record that the page does not show elsewhere, as facts.
import { Fact } from '../components/facts.tsx';
import type { ShownMember } from './record-members.ts';

interface FurtherFactsProps {
  readonly members: readonly ShownMember[];
  readonly record: object;
}

export function FurtherFacts({ members, record }: FurtherFactsProps) {
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
