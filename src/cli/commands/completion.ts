import { type Command, command, type Group } from '../command.ts';
import { completionScript, SHELLS } from '../completion.ts';

/** `toolyard completion`: completes everything below `root`. */
export const completionOf = (root: Group): Command =>
  command({
    description: 'Print a shell completion script for commands, options and values',
    examples: [
      'source <(toolyard completion bash)        # in ~/.bashrc',
      'source <(toolyard completion zsh)         # in ~/.zshrc, after compinit',
      'toolyard completion fish | source         # in ~/.config/fish/config.fish',
    ],
    args: {
      shell: { type: 'positional', required: true, options: SHELLS, description: 'bash, zsh or fish' },
    },
    async run({ shell }) {
      const script = await completionScript(root, shell);
      return { json: { script }, text: script };
    },
  });
