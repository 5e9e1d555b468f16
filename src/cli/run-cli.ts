// The command line: one file a command, this file only chooses.

import { Command, CommanderError, Option } from 'commander';
import { VERSION } from '#app/version.ts';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import { languageOf, readSettings } from '#system/settings.ts';
import type { InstanceContext } from './backup.ts';
import type {
  ChatOptions,
  CommandContext,
  ForceOptions,
  InspectOptions,
  LinkOptions,
  RunOptions,
  ServeOptions,
} from './command-context.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { usageProblem } from './usage-problem.ts';

const FAILED = 1;
const USAGE = 2;

/** Codes that are the caller's to mend before anything ran. */
const USAGE_CODES = new Set(['usage-invalid', 'input-invalid', 'settings-invalid', 'path-refused']);

/** Resolves with the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const terminal = createTerminal(languageOf());
  try {
    return await dispatch({ settings: readSettings(), terminal }, args);
  } catch (thrown) {
    return complain(terminal, thrown);
  }
}

async function dispatch(context: CommandContext, args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const does = (run: () => Promise<number>) => run().then((code) => void (exitCode = code));
  const program = createProgram(context.terminal.language);
  addServe(program, context, does);
  addWorker(program, context, does);
  addChat(program, context, does);
  addRun(program, context, does);
  addInspect(program, context, does);
  addApi(program, context, does);
  addDoctor(program, context, does);
  addLink(program, context, does);
  addBackup(program, context, does);
  addSecrets(program, context, does);
  await program.parseAsync(args, { from: 'user' });
  return exitCode;
}

type Does = (run: () => Promise<number>) => Promise<void>;

function addServe(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'serve', language)
    .description(serveTexts.serveAbout()[language])
    .addOption(skillsOption(language))
    .action((options: ServeOptions) =>
      does(async () => (await import('./serve.ts')).serve(context, options)),
    );
}

function addWorker(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'worker', language)
    .description(serveTexts.workerAbout()[language])
    .addOption(skillsOption(language))
    .action((options: ServeOptions) =>
      does(async () => (await import('./worker.ts')).worker(context, options)),
    );
}

function addLink(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'link', language)
    .description(serveTexts.linkAbout()[language])
    .argument('[login]', serveTexts.linkLogin()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((login: string | undefined, options: LinkOptions) =>
      does(async () => (await import('./link.ts')).link(context, login, options)),
    );
}

function addBackup(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'backup', language)
    .description(serveTexts.backupAbout()[language])
    .argument('<file>', serveTexts.backupFile()[language])
    .option('--force', serveTexts.forceBackup()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((file: string, options: ForceOptions) =>
      does(async () =>
        (await import('./backup.ts')).backup(await forBackup(context, false), file, options),
      ),
    );
  command(program, 'restore', language)
    .description(serveTexts.restoreAbout()[language])
    .argument('<file>', serveTexts.backupFile()[language])
    .option('--force', serveTexts.forceRestore()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((file: string, options: ForceOptions) =>
      does(async () =>
        (await import('./restore.ts')).restore(await forBackup(context, true), file, options),
      ),
    );
}

async function forBackup(context: CommandContext, isRestore: boolean): Promise<InstanceContext> {
  const { openForBackup } = await import('#app/open-for-backup.ts');
  return { ...context, openInstance: () => openForBackup(context.settings, { isRestore }) };
}

function addSecrets(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'rotate-key', language)
    .description(serveTexts.secretsAbout()[language])
    .action(() => does(async () => (await import('./rotate-key.ts')).rotateKey(context)));
  command(program, 'forget-secrets', language)
    .description(serveTexts.forgetAbout()[language])
    .option('--yes', serveTexts.forgetYes()[language])
    .action((options: { readonly yes?: boolean }) =>
      does(async () => (await import('./forget-secrets.ts')).forgetSecrets(context, options)),
    );
}

function addChat(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'chat', language)
    .description(cliTexts.chatAbout()[language])
    .argument('[text]', cliTexts.chatText()[language])
    .addOption(skillsOption(language))
    .option('--trace', cliTexts.traceOption()[language])
    .option('--role <name>', serveTexts.roleOption()[language])
    .option('--session <id>', serveTexts.sessionOption()[language])
    .addOption(
      new Option('--attach <file>', attachmentTexts.optionAbout()[language]).argParser(collect),
    )
    .option('--channel <name>', cliTexts.channelOption()[language])
    .option('--config <file>', cliTexts.configOption()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((text: string | undefined, options: ChatOptions) =>
      does(async () => (await import('./chat.ts')).chat(context, text, options)),
    );
}

function addRun(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'run', language)
    .description(cliTexts.runAbout()[language])
    .argument('<skill>', cliTexts.runSkill()[language])
    .option('--input <json>', cliTexts.runInput()[language])
    .option('--workspace <dir>', cliTexts.runWorkspace()[language])
    .option('--as-user', cliTexts.runAsUser()[language])
    .option('--trace', cliTexts.traceOption()[language])
    .addOption(skillsOption(language))
    .option('--config <file>', cliTexts.configOption()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((skill: string, options: RunOptions) =>
      does(async () => (await import('./run.ts')).run(context, skill, options)),
    );
}

function addInspect(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'inspect', language)
    .description(cliTexts.inspectAbout()[language])
    .argument('<path...>', cliTexts.inspectPath()[language])
    .option('--recursive', cliTexts.inspectRecursive()[language])
    .addOption(new Option('--json', cliTexts.jsonOption()[language]).conflicts('jsonl'))
    .option('--jsonl', cliTexts.jsonlOption()[language])
    .action((paths: readonly string[], options: InspectOptions) =>
      does(async () => (await import('./inspect.ts')).inspect(context, paths, options)),
    );
}

function addApi(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'api', language)
    .description(apiTexts.cliAbout()[language])
    .argument('<file>', apiTexts.cliFile()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((file: string, options: { readonly json?: boolean }) =>
      does(async () => (await import('./api.ts')).api(context, file, options)),
    );
}

function addDoctor(program: Command, context: CommandContext, does: Does): void {
  const { language } = context.terminal;
  command(program, 'doctor', language)
    .description(cliTexts.doctorAbout()[language])
    .option('--json', cliTexts.jsonOption()[language])
    .action((options: { readonly json?: boolean }) =>
      does(async () => (await import('./doctor.ts')).doctor(context, options)),
    );
}

function createProgram(language: Language): Command {
  const program = localised(new Command('qiao'), language)
    .description(cliTexts.about()[language])
    .version(VERSION, '-V, --version', cliTexts.versionOption()[language])
    .helpCommand('help [command]', cliTexts.helpCommand()[language]);
  return program;
}

function command(program: Command, name: string, language: Language): Command {
  const added = localised(new Command(name), language);
  program.addCommand(added);
  return added;
}

/** Commander's own words are English: its failures are told by `complain`, its headings are changed here. */
function localised(target: Command, language: Language): Command {
  const headings: Readonly<Record<string, string>> = {
    'Usage:': cliTexts.usageHeading()[language],
    'Arguments:': cliTexts.argumentsHeading()[language],
    'Options:': cliTexts.optionsHeading()[language],
    'Commands:': cliTexts.commandsHeading()[language],
  };
  return target
    .exitOverride()
    .helpOption('-h, --help', cliTexts.helpOption()[language])
    .configureOutput({ outputError: () => {} })
    .configureHelp({ styleTitle: (title) => headings[title] ?? title });
}

function skillsOption(language: Language): Option {
  return new Option('--skills <dir>', cliTexts.skillsOption()[language]).argParser(collect);
}

/** An option that may be repeated. */
function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function complain(terminal: Terminal, thrown: unknown): number {
  if (thrown instanceof CommanderError) {
    // `--help` and `--version` end here too, with nothing wrong.
    if (thrown.exitCode === 0) return 0;
    // Help that was shown because nothing usable was typed speaks for itself.
    if (thrown.code !== 'commander.help') terminal.complain(usageProblem(thrown));
    return USAGE;
  }
  const error = AppError.from(thrown);
  const text = error.code === 'unexpected' ? cliTexts.unexpected(error.message) : error.text;
  terminal.complain(text);
  return USAGE_CODES.has(error.code) ? USAGE : FAILED;
}
