// The part of Eleventy and of its Markdown parser that the site uses; neither package has types of its own.
declare module '@11ty/eleventy' {
  export interface MarkdownToken {
    type: string;
    tag: string;
    content: string;
    children: MarkdownToken[] | null;
    attrs: [name: string, value: string][] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export interface MarkdownParser {
    core: {
      ruler: {
        push(name: string, rule: (state: { tokens: MarkdownToken[]; env: Record<string, unknown> }) => void): void;
      };
    };
    set(options: { html: boolean; linkify: boolean }): MarkdownParser;
    renderer: { rules: Record<string, (tokens: MarkdownToken[], index: number) => string> };
  }

  export interface EleventyConfig {
    addTemplate(name: string, content: string, data: Record<string, unknown>): void;
    amendLibrary(name: 'md', amend: (parser: MarkdownParser) => void): void;
    addTransform(name: string, transform: (this: { page: { outputPath: string } }, html: string) => string): void;
    setQuietMode(isQuiet: boolean): void;
    setUseGitIgnore(isUsed: boolean): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config: (config: EleventyConfig) => object },
    );
    write(): Promise<void>;
  }
}
