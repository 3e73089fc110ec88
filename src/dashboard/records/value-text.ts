// Values of fields as text for readers.
import { isJsonObject } from '../../ops/json/json-object.ts';

/** Lists and objects without their empty members: `job_title: Chef, company_name: Acme; job_title: Cook`. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  if (!isJsonObject(value)) return String(value);
  const filled = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return filled
    .map(([key, inner]) => `${key}: ${isJsonObject(inner) ? `(${valueText(inner)})` : valueText(inner)}`)
    .join(', ');
}
