// cardfile completion: a script for the shell that knows every command, option and listed value; made from the table of
// commands.
import { Argument, type Command } from 'commander';
import { examples } from './command-context.ts';
import { completionScript, SHELLS, type Shell } from './completion-script.ts';

const HELP = `
Loaded by each new shell:
  bash  echo 'source <(cardfile completion bash)' >> ~/.bashrc
  zsh   echo 'source <(cardfile completion zsh)' >> ~/.zshrc      (after compinit)
  fish  cardfile completion fish > ~/.config/fish/completions/cardfile.fish
`;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .description('print a script that completes commands, options and values in the shell')
    .addHelpText('after', HELP)
    .addHelpText('after', examples('completion bash'))
    .action((shell: Shell) => void process.stdout.write(completionScript(program, shell)));
}
