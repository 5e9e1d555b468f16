// What a person typed wrong, in the catalogue's words instead of commander's.

import type { CommanderError } from 'commander';
import { sameText, type Text } from '#base/text.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';

/** The quoted part of commander's message is the name of what is wrong. */
export function usageProblem(error: CommanderError): Text {
  const name = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const help = cliTexts.seeHelp('qiao');
  const problem = problemOf(error, name);
  return { zh: `${problem.zh}${help.zh}`, en: `${problem.en} ${help.en}` };
}

function problemOf(error: CommanderError, name: string): Text {
  switch (error.code) {
    case 'commander.missingArgument':
      return cliTexts.missingArgument(name);
    case 'commander.unknownOption':
      return cliTexts.unknownOption(name);
    case 'commander.unknownCommand':
      return cliTexts.unknownCommand(name);
    case 'commander.optionMissingArgument':
      return cliTexts.optionNeedsValue(name);
    case 'commander.excessArguments':
      return cliTexts.tooManyArguments();
    default:
      return sameText(error.message.replace(/^error: /, ''));
  }
}
