// The generated files of the clients: path in the repository -> text.
import { contractModel } from './contract-model.ts';
import { pythonOperations, pythonTypes } from './python.ts';
import { typescriptOperations, typescriptTypes } from './typescript.ts';

export function clientFiles(): ReadonlyMap<string, string> {
  const model = contractModel();
  return new Map([
    ['packages/sdk/src/generated/types.ts', typescriptTypes(model)],
    ['packages/sdk/src/generated/operations.ts', typescriptOperations(model)],
    ['clients/python/src/cardfile/_generated/types.py', pythonTypes(model)],
    ['clients/python/src/cardfile/_generated/operations.py', pythonOperations(model)],
  ]);
}
