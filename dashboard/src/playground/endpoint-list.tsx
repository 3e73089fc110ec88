// The endpoint picker: a list grouped by subject, or a select on a narrow screen.
import { Select } from '../components/field.tsx';
import { ENDPOINTS, type EndpointFacts } from '../endpoints.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';

interface EndpointListProps {
  readonly chosen: EndpointFacts;
  readonly choose: (operation: string) => void;
}

export function EndpointList({ chosen, choose }: EndpointListProps) {
  return (
    <>
      <nav class="endpoints" aria-label={PLAYGROUND_TEXTS.endpoints}>
        {[...Map.groupBy(ENDPOINTS, ({ tag }) => tag)].map(([tag, endpoints]) => (
          <section key={tag} aria-label={tag}>
            <h2>{tag}</h2>
            <ul>
              {endpoints.map(({ operation, summary }) => (
                <li key={operation}>
                  <button
                    type="button"
                    class="endpoint"
                    aria-current={operation === chosen.operation ? 'true' : undefined}
                    onClick={() => choose(operation)}
                  >
                    {summary}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class="endpoint-choice">
        <Select
          label={PLAYGROUND_TEXTS.endpoint}
          value={chosen.operation}
          options={ENDPOINTS.map(({ operation, summary }) => ({ value: operation, label: summary }))}
          onSelect={choose}
        />
      </div>
    </>
  );
}
