import type { EngineRequest, EngineResponse, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** What an agent reads as the answer to one use of its tool. */
export type Answer = IDataObject[];

/** What n8n makes of a node type for agents: its name ends in "Tool", its output leads to an agent. */
export function toolTypeOf(type: INodeType): INodeType {
	const { description } = type;
	const ofTool: Partial<INodeTypeDescription> = {
		name: `${description.name}Tool`,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: ['ai_tool'],
	};
	const value = { ...description, ...ofTool };
	return Object.create(type, { description: { value } }) as INodeType;
}

interface AgentTool {
	name: string;
	invoke(input: IDataObject): Promise<unknown>;
}

const roundsOf = (agent: IExecuteFunctions) =>
	agent.getNodeParameter('rounds', 0) as unknown as IDataObject[][];

const parsed = (answer: unknown) => JSON.parse(String(answer)) as Answer;

/** Calls its tool as Agents 1.9 and 2.2 and the MCP Server Trigger do: all uses of a round in parallel. */
async function callTools(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [AgentTool];
	const answers: Answer[][] = [];
	for (const round of roundsOf(this)) {
		const uses = round.map(async (input) => parsed(await tool.invoke(input)));
		answers.push(await Promise.all(uses));
	}
	return [[{ json: { answers } as unknown as IDataObject }]];
}

interface SoFar {
	/** Missing before the first round. */
	answers?: Answer[][];
}

/** Has the engine run its tool as the Agent 3.1 does: as a node, one use after the other, by its first output. */
async function requestTools(
	this: IExecuteFunctions,
	response?: EngineResponse<unknown>,
): Promise<INodeExecutionData[][] | EngineRequest> {
	const before = (response?.metadata as SoFar | undefined)?.answers;
	const answers = [...(before ?? [])];
	if (before && response) {
		const uses = response.actionResponses.map(({ data }) => data.data?.ai_tool?.[0] ?? []);
		answers.push(uses.map((items) => items.map(({ json }) => json)));
	}
	const round = roundsOf(this)[answers.length];
	if (!round) return [[{ json: { answers } as unknown as IDataObject }]];
	return {
		actions: round.map((input, index) => ({
			actionType: 'ExecutionNodeAction' as const,
			nodeName: 'Data Access',
			input,
			type: 'ai_tool' as const,
			id: `use ${answers.length}.${index}`,
			metadata: {},
		})),
		metadata: { answers },
	};
}

/** What agents without a model do, by their type names: a test says which uses each round of theirs has. */
export const agents = {
	'test.callingAgent': callTools,
	'test.requestingAgent': requestTools as INodeType['execute'],
	'test.mcpTrigger': callTools,
};

/** Each way in which n8n's agents use a tool. */
export const agentTypes = ['test.callingAgent', 'test.requestingAgent'];
