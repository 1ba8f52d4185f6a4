/** What the form needs to know of an operation. */
export type Tried = {
  method: string;
  path: string;
  isPublic: boolean;
  parameters: readonly {
    name: string;
    place: 'path' | 'query' | 'header';
    required: boolean;
    choices: readonly string[];
  }[];
  json: string | null;
  form: readonly { name: string; value: string; isFile: boolean }[] | null;
};
