import fastify from 'fastify';

type Json = Record<string, unknown>;

/** A use of a tool, by its name or by a pattern that fits one name. */
interface ToolUse {
	tool: string | RegExp;
	input: Json;
}

/** A model's turn: it uses tools, all in parallel, or gives its answer. */
export type Turn = readonly ToolUse[] | string | ((asked: string) => string);

interface Request {
	model: string;
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string } }>;
	stream?: boolean;
}

/** Starts a local stand-in for a model with OpenAI's chat completions API, on a free port. */
export async function startModel() {
	let turns: Turn[] = [];
	let requests: Request[] = [];

	const app = fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 });
	app.post<{ Body: Request }>('/v1/chat/completions', ({ body }, reply) => {
		requests.push(body);
		const turn = turns[requests.length - 1];
		if (turn === undefined) {
			const message = `Asked ${requests.length} times, but told what to do in ${turns.length} turns`;
			return reply.code(400).send({ error: { message, type: 'invalid_request_error' } });
		}
		const choice = choiceOf(turn, body, requests.length);
		if (!body.stream) return completion(body.model, requests.length, choice);
		return reply.type('text/event-stream').send(streamed(body.model, requests.length, choice));
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });

	return {
		/** The Base URL for n8n's credential. */
		url: `${url}/v1`,
		/** Sets its turns, and forgets earlier ones. */
		plays(...told: Turn[]) {
			turns = told;
			requests = [];
		},
		/** The answers of the tools, in the order of their uses. */
		answers: () =>
			requests
				.at(-1)
				?.messages.filter(({ role }) => role === 'tool')
				.map(({ content }) => textOf(content)) ?? [],
		/** The last message of the user. */
		asked: () => askedIn(requests.at(-1)?.messages ?? []),
		close: () => app.close(),
	};
}

const askedIn = (messages: Request['messages']) =>
	textOf(messages.findLast(({ role }) => role === 'user')?.content ?? '');

/** A message's content is a text, or a list of parts. */
function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	return (content as Array<{ text: string }>).map(({ text }) => text).join('');
}

/** Returns the tool's name. A text is kept even if no tool has that name: models make such mistakes. */
function nameOf(tool: string | RegExp, names: string[]): string {
	if (typeof tool === 'string') return tool;
	const [name, ...others] = names.filter((each) => tool.test(each));
	if (name === undefined || others.length > 0)
		throw new Error(`${tool} fits none or many: ${names}`);
	return name;
}

interface Choice {
	message: { role: string; content: string | null; tool_calls?: object[] };
	finish_reason: string;
}

function choiceOf(turn: Turn, { messages, tools = [] }: Request, count: number): Choice {
	const role = 'assistant';
	const words = typeof turn === 'function' ? turn(askedIn(messages)) : turn;
	if (typeof words === 'string')
		return { message: { role, content: words }, finish_reason: 'stop' };
	const names = tools.map((tool) => tool.function.name);
	const uses = words.map(({ tool, input }, index) => ({
		// In a streamed answer, it says which use a piece belongs to.
		index,
		id: `call_${count}_${index + 1}`,
		type: 'function',
		function: { name: nameOf(tool, names), arguments: JSON.stringify(input) },
	}));
	return { message: { role, content: null, tool_calls: uses }, finish_reason: 'tool_calls' };
}

const headOf = (count: number) => ({ id: `chatcmpl-${count}`, created: 1_750_000_000 });

function completion(model: string, count: number, choice: Choice): object {
	return {
		...headOf(count),
		...{ model, object: 'chat.completion' },
		choices: [{ index: 0, ...choice }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** The whole answer as the one piece of a stream. */
function streamed(model: string, count: number, { message, finish_reason }: Choice): string {
	const choices = [{ index: 0, delta: message, finish_reason }];
	const piece = { ...headOf(count), model, object: 'chat.completion.chunk', choices };
	return `data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`;
}
