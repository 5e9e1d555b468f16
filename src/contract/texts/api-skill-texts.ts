// What is said of APIs that are skills: their descriptions, their calls and what they answer.

import { withoutFullStop, type Text } from '#base/text.ts';

export const apiTexts = {
  composed: (operation: string, response: string, characters: number): Text => ({
    zh: `模型没有给出文字结果，以下是最后一次返回（${operation}）${characters > response.length ? `的前 ${response.length} 个字符，共 ${characters} 个` : ''}：\n\n${response}`,
    en: `The model gave no text; this is the last response (${operation})${characters > response.length ? `, the first ${response.length} of its ${characters} characters` : ''}:\n\n${response}`,
  }),
  fault: (file: string, pointer: string, why: Text): Text => {
    const place =
      pointer === '' ? file : pointer.startsWith('/') ? `${file}#${pointer}` : `${file}:${pointer}`;
    return {
      zh: `接口说明不能用。${place}：${why.zh}`,
      en: `The API's description can't be used. ${place}: ${why.en}`,
    };
  },
  empty: (): Text => ({
    zh: '文件是空的。请写入 OpenAPI 文档，或含 base_url 和 endpoints 的端点清单。',
    en: 'The file is empty. Write an OpenAPI document into it, or a list with base_url and endpoints.',
  }),
  notMap: (): Text => ({
    zh: '这里应当是键和值的对象。请按 OpenAPI 的结构改写。',
    en: 'A map of keys and values belongs here. Write it as OpenAPI has it.',
  }),
  tooDeep: (limit: number): Text => ({
    zh: `嵌套超过 ${limit} 层。请用 $ref 拆开。`,
    en: `It is nested more than ${limit} levels deep. Take it apart with $ref.`,
  }),
  notJson: (why: string): Text => ({
    zh: `不是合法的 JSON：${withoutFullStop(why)}。请改正这一处。`,
    en: `It is no valid JSON: ${withoutFullStop(why)}. Mend this place.`,
  }),
  notYaml: (why: string): Text => ({
    zh: `不是合法的 YAML：${withoutFullStop(why)}。请改正这一处。`,
    en: `It is no valid YAML: ${withoutFullStop(why)}. Mend this place.`,
  }),
  noVersion: (): Text => ({
    zh: '既没有 openapi 也没有 swagger 这个键，也不是端点清单。请在开头写明版本，例如 openapi: 3.0.3。',
    en: 'It has neither the key openapi nor swagger, and is no list of endpoints. Name the version at its top, openapi: 3.0.3 say.',
  }),
  otherVersion: (version: string): Text => ({
    zh: `不支持版本 ${version}。请转换成 OpenAPI 3.0 或 3.1，或 Swagger 2.0。`,
    en: `Version ${version} is not supported. Convert it to OpenAPI 3.0 or 3.1, or Swagger 2.0.`,
  }),
  noPaths: (): Text => ({
    zh: '没有 paths，或它不是对象。请把端点写在 paths 下。',
    en: 'It has no paths, or they are no map. Write the endpoints below paths.',
  }),
  noEndpoints: (): Text => ({
    zh: 'endpoints 应当是列表。请写成 - {id, method, path, required, optional}。',
    en: 'endpoints has to be a list. Write entries such as - {id, method, path, required, optional}.',
  }),
  endpointWithout: (key: string): Text => ({
    zh: `这个端点缺少 ${key}。请补上。`,
    en: `This endpoint has no ${key}. Add it.`,
  }),
  otherMethod: (method: string): Text => ({
    zh: `不支持方法 ${method}。请用 get、post、put、delete 或 patch。`,
    en: `The method ${method} is not supported. Use get, post, put, delete or patch.`,
  }),
  fileMissing: (file: string): Text => ({
    zh: `包里没有文件 ${file}。请放进去，或改正 $ref。`,
    en: `The package has no file ${file}. Put it there, or mend the $ref.`,
  }),
  fileOutside: (file: string): Text => ({
    zh: `${file} 是指向包外的链接，不会读取。请把文件本身放进包里。`,
    en: `${file} is a link that leads out of the package, and is not read. Put the file itself into the package.`,
  }),
  fileTooLarge: (file: string, mostBytes: number): Text => ({
    zh: `${file} 超过 ${mostBytes / 1_000_000} MB。请只保留要用的端点。`,
    en: `${file} is larger than ${mostBytes / 1_000_000} MB. Keep only the endpoints that are needed.`,
  }),
  referenceCircle: (): Text => ({
    zh: '这里的 $ref 互相指来指去，没有尽头。请让其中一个写出内容。',
    en: 'The $ref here lead to one another without an end. Let one of them hold the content.',
  }),
  referenceOutside: (reference: string): Text => ({
    zh: `$ref「${reference}」指向包外或网络，不会读取。请把那个文件放进包里，并用相对路径引用。`,
    en: `The $ref "${reference}" leads out of the package or to the network, and is not read. Put that file into the package and refer to it by a relative path.`,
  }),
  referenceNowhere: (reference: string): Text => ({
    zh: `$ref「${reference}」指向的内容不存在。请改正它，或补上缺少的定义。`,
    en: `The $ref "${reference}" leads to nothing. Mend it, or add the definition that is missing.`,
  }),
  fileNote: (): Text => ({
    zh: '（会话工作区里文件的路径）',
    en: '(the path of a file in the workspace)',
  }),
  fieldsNote: (): Text => ({ zh: '（字段名和值）', en: '(fields by their names)' }),
  fileFieldsNote: (): Text => ({
    zh: '（字段名和值；值写成「@路径」时，发送会话工作区里的那个文件）',
    en: '(fields by their names; "@path" as a value sends that file of the workspace)',
  }),
  textNote: (mediaType: string): Text => ({
    zh: `（${mediaType} 格式的全文）`,
    en: `(the whole text, as ${mediaType})`,
  }),
  oneOfNote: (names: readonly string[]): Text => ({
    zh: `至少给出其中一个：${names.join('、')}。`,
    en: `Give at least one of: ${names.join(', ')}.`,
  }),
  placeholderEmpty: (argument: string, path: string): Text => ({
    zh: `参数 ${argument} 是路径 ${path} 的一部分，不能为空，也不能是「.」或「..」。请给出它的值。`,
    en: `The parameter ${argument} is part of the path ${path}: it can't be empty, "." or "..". Give its value.`,
  }),
  headerBroken: (argument: string): Text => ({
    zh: `参数 ${argument} 要写进请求头，不能含换行或控制字符。请去掉它们。`,
    en: `The parameter ${argument} goes into a header, which can't hold line breaks or control characters. Leave them out.`,
  }),
  delimiterInside: (argument: string, delimiter: string): Text => ({
    zh: `参数 ${argument} 的各项之间用「${delimiter}」分隔，所以每一项里都不能有它。请改写这一项。`,
    en: `The items of ${argument} are told apart by "${delimiter}", so none may hold it. Write that item otherwise.`,
  }),
  fileArgument: (argument: string, file: string): Text => ({
    zh: `参数 ${argument} 应当是会话工作区里文件的路径，「${file}」不是。请给出已有文件的路径。`,
    en: `The parameter ${argument} has to be the path of a file in the workspace, and "${file}" is none. Give the path of a file that is there.`,
  }),
  filesTooLarge: (argument: string, mostBytes: number): Text => ({
    zh: `参数 ${argument} 给出的文件合计超过 ${mostBytes / 1_000_000} MB，没有发送。请换成更小的文件。`,
    en: `The files of ${argument} have more than ${mostBytes / 1_000_000} MB together and were not sent. Give smaller ones.`,
  }),
  notConverted: (file: string, problem: string): Text => ({
    zh: `接口说明 ${file} 没能读完（${problem}）。请只保留要用的端点，或拆成几个包。`,
    en: `The API's description ${file} could not be read to its end (${problem}). Keep only the endpoints that are needed, or make several packages of it.`,
  }),
  baseUrlMissing: (given: string): Text => ({
    zh: `接口说明没有写明服务器地址${given === '' ? '' : `（只有「${given}」）`}，所以没有发出请求。配置里缺少 base_url：填入完整地址，例如 https://api.example.com。`,
    en: `The API's description names no server${given === '' ? '' : ` (only "${given}")`}, so nothing was sent. The skill's configuration lacks base_url: a whole address, https://api.example.com say.`,
  }),
  noToken: (host: string, status: number): Text => ({
    zh: `${host} 没有给出访问令牌（HTTP ${status}）。技能配置里的 client_id 或 client_secret 不对，或已失效。`,
    en: `${host} gave no access token (HTTP ${status}). The client_id or client_secret in the skill's configuration is wrong or no longer valid.`,
  }),
  argumentsNoObject: (): Text => ({
    zh: 'arguments 应当是对象，键为参数名。',
    en: 'arguments has to be an object whose keys are the names of the parameters.',
  }),
  argumentsUnknown: (names: readonly string[], known: readonly string[]): Text => ({
    zh: `没有参数 ${names.join('、')}，所以没有发出请求。${known.length === 0 ? '这个操作不接受参数。' : `可用的参数：${listed(known)}。`}`,
    en: `There is no parameter ${names.join(', ')}, so nothing was sent. ${known.length === 0 ? 'This operation takes none.' : `There are: ${listed(known)}.`}`,
  }),
  operationMissing: (names: readonly string[], total: number): Text => ({
    zh: `请在 operation 里给出操作名，在 arguments 里给出参数。共 ${total} 个操作：${listed(names)}${total > names.length ? ' …，用 search 按词查找' : ''}。`,
    en: `Name an operation in operation, and give its parameters in arguments. There are ${total}: ${listed(names)}${total > names.length ? ' …; search finds them by words' : ''}.`,
  }),
  operationUnknown: (name: string, names: readonly string[]): Text => ({
    zh: `没有操作「${name}」。${names.length === 0 ? '这个接口没有任何操作。' : `请用其中一个：${listed(names)}。`}`,
    en: `There is no operation "${name}". ${names.length === 0 ? 'This API has none at all.' : `Use one of: ${listed(names)}.`}`,
  }),
  keyRefused: (name: string, status: number, reason: string): Text => ({
    zh: `${name} 被拒绝（HTTP ${status}）${because(reason).zh}：密钥缺失、失效或没有权限。同样的调用还会被拒绝，告诉用户要检查这个技能配置的密钥。`,
    en: `${name} was refused (HTTP ${status})${because(reason).en}: the key is missing, no longer valid or not entitled. The same call would be refused again; tell the user that the key in this skill's configuration has to be checked.`,
  }),
  endpointGone: (name: string, status: number, reason: string): Text => ({
    zh: `${name} 的地址不可用（HTTP ${status}）${because(reason).zh}：接口说明里的端点可能已过期。同样的调用还会失败，换一个操作，或告诉用户接口说明需要更新。`,
    en: `The address of ${name} can't be used (HTTP ${status})${because(reason).en}: the endpoint in the API's description may be outdated. The same call would fail again: use another operation, or tell the user that the description has to be brought up to date.`,
  }),
  nothingThere: (name: string, names: readonly string[], reason: string): Text => ({
    zh: `${name} 没有找到内容（HTTP 404）${because(reason).zh}。检查 ${names.join('、')} 的值，例如先列出有哪些；值没错的话，端点可能已过期。`,
    en: `${name} found nothing (HTTP 404)${because(reason).en}. Check the value of ${names.join(', ')}, by listing what there is first, say; where it is right, the endpoint may be outdated.`,
  }),
  argumentsRefused: (name: string, status: number, reason: string): Text => ({
    zh: `${name} 不接受这些参数（HTTP ${status}）${because(reason).zh}。按它说的改正参数再调用。`,
    en: `${name} does not take these parameters (HTTP ${status})${because(reason).en}. Correct them as it says, and call again.`,
  }),
  tooMany: (name: string, reason: string): Text => ({
    zh: `${name} 被限流（HTTP 429）${because(reason).zh}，等待重试后仍然如此。过一会儿再调用。`,
    en: `${name} was called too often (HTTP 429)${because(reason).en}, also after waiting. Call again some time later.`,
  }),
  serverFault: (name: string, status: number, reason: string): Text => ({
    zh: `${name} 的服务器出错（HTTP ${status}）${because(reason).zh}。过一会儿再调用；如果是写入，先查一下是否已经写成。`,
    en: `The server of ${name} failed (HTTP ${status})${because(reason).en}. Call again some time later; where something was to be written, look first whether it was.`,
  }),
  otherStatus: (name: string, status: number, reason: string): Text => ({
    zh: `${name} 没有成功（HTTP ${status}）${because(reason).zh}。`,
    en: `${name} did not succeed (HTTP ${status})${because(reason).en}.`,
  }),
  saysFailed: (name: string, reason: string): Text => ({
    zh: `${name} 回答说没有成功${because(reason).zh}。`,
    en: `${name} answers that it did not succeed${because(reason).en}.`,
  }),
  pageInstead: (name: string, host: string, title: string): Text => ({
    zh: `${name} 得到的是 ${host} 的网页${title === '' ? '' : `「${title}」`}，不是数据：多半是登录页，或接口说明里的地址不对。同样的调用还会如此，告诉用户要检查地址和密钥。`,
    en: `${name} got a web page of ${host}${title === '' ? '' : ` ("${title}")`} instead of data: most likely a sign-in page, or the address in the API's description is wrong. The same call would get it again; tell the user that address and key have to be checked.`,
  }),
  notJsonAnswer: (name: string, why: string): Text => ({
    zh: `${name} 的回答自称 JSON，却不是（${withoutFullStop(why)}）。`,
    en: `The answer of ${name} calls itself JSON and is none (${withoutFullStop(why)}).`,
  }),
  answerTooLarge: (name: string, mostBytes: number): Text => ({
    zh: `${name} 的回答超过 ${Math.round(mostBytes / 1024 / 1024)} MB，没有保存。用参数缩小范围或分页后再调用；管理员可以用 QIAO_DOWNLOAD_MB 调高上限。`,
    en: `The answer of ${name} has more than ${Math.round(mostBytes / 1024 / 1024)} MB and was not kept. Ask for less by its parameters, or for a page; an operator raises the limit by QIAO_DOWNLOAD_MB.`,
  }),
  mayHaveHappened: (name: string, why: string): Text => ({
    zh: `${name} 没有得到回答，可能已经执行：${withoutFullStop(why)}。先查一下是否已经写成，再决定是否重做。`,
    en: `${name} got no answer and may have been done: ${withoutFullStop(why)}. Look whether it was before doing it again.`,
  }),
  searchTool: (about: string, total: number, next: string): Text => ({
    zh: `${withoutFullStop(about)}。按词查找其中 ${total} 个操作；再用 ${next} 看参数。`,
    en: `${withoutFullStop(about)}. Finds operations among its ${total} by words; ${next} then tells their parameters.`,
  }),
  describeTool: (about: string, next: string): Text => ({
    zh: `${withoutFullStop(about)}。说明一个操作的参数；再用 ${next} 调用。`,
    en: `${withoutFullStop(about)}. Tells the parameters of one operation; ${next} then calls it.`,
  }),
  callTool: (about: string, before: string): Text => ({
    zh: `${withoutFullStop(about)}。调用一个操作；参数按 ${before} 的说明放进 arguments。`,
    en: `${withoutFullStop(about)}. Calls one operation, with arguments as ${before} tells them.`,
  }),
  queryArgument: (): Text => ({
    zh: '要做什么：动词和名词，用接口说明的语言',
    en: "What is to be done: verb and noun, in the language of the API's description",
  }),
  unusable: (why: Text): { readonly message: Text; readonly fix: Text } => ({
    message: why,
    fix: {
      zh: '改正后再检查；只是参考资料的话，请改名，例如 api-reference.yaml。',
      en: 'Mend it and look again; where it is only for reference, give it another name, api-reference.yaml say.',
    },
  }),
  brokenReference: (what: string): { readonly message: Text; readonly fix: Text } => ({
    message: {
      zh: `有一处引用读不到，那里的参数不再检查：${what}`,
      en: `A reference leads nowhere, and what it was to describe is taken as it comes: ${what}`,
    },
    fix: { zh: '改正这个 $ref，或补上定义。', en: 'Mend this $ref, or add what it refers to.' },
  }),
  undeclaredPlaceholder: (
    name: string,
    place: string,
  ): { readonly message: Text; readonly fix: Text } => ({
    message: {
      zh: `${place}：路径里的 {${name}} 没有声明，按必填的文字参数处理。`,
      en: `${place}: {${name}} in the path is declared nowhere, and is taken as a required text.`,
    },
    fix: {
      zh: `在 parameters 里声明 ${name}（in: path）。`,
      en: `Declare ${name} in parameters (in: path).`,
    },
  }),
  cliAbout: (): Text => ({
    zh: '列出一个 OpenAPI 或端点清单文件会变成的工具',
    en: 'list the tools that an OpenAPI or whitelist file turns into',
  }),
  cliFile: (): Text => ({ zh: 'OpenAPI 或端点清单文件', en: 'an OpenAPI or whitelist file' }),
  cliUnreadable: (file: string, code: string): Text => ({
    zh: `读不到文件「${file}」（${code}）。请检查路径。`,
    en: `The file "${file}" can't be read (${code}). Check the path.`,
  }),
  cliNoServer: (): Text => ({
    zh: '没有写明完整的服务器地址：调用前要在技能配置里填 base_url。',
    en: 'It names no whole address of a server: base_url has to be configured for the skill before it is called.',
  }),
} as const;

const MOST_NAMES = 40;

function listed(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${told}, …` : told;
}

function because(reason: string): Text {
  const told = withoutFullStop(reason);
  return told === '' ? { zh: '', en: '' } : { zh: `（${told}）`, en: ` (${told})` };
}
