import type { EngineRequest, EngineResponse, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** What an agent gets for one use of its tool. */
export type Answer = IDataObject[];

/** Converts a node type to a tool, as n8n does: its name ends in "Tool", and its output leads to an agent. */
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

/** Calls its tool as Agent 1.9, Agent 2.2 and the MCP Server Trigger do: all uses of a round in parallel. */
async function callTools(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [AgentTool];
	const answers: Answer[][] = [];
	for (const round of roundsOf(this)) {
		const uses = round.map(async (input) => parsed(await tool.invoke(input)));
		answers.push(await Promise.all(uses));
	}
	return [[{ json: { answers } as unknown as IDataObject }]];
}

interface RoundsSoFar {
	/** undefined before the first round. */
	answers?: Answer[][];
}

/** Lets the engine run its tool as Agent 3.1 does: as a node, one use after the other, reading its first output. */
async function requestTools(
	this: IExecuteFunctions,
	response?: EngineResponse<unknown>,
): Promise<INodeExecutionData[][] | EngineRequest> {
	const earlier = (response?.metadata as RoundsSoFar | undefined)?.answers;
	const answers = [...(earlier ?? [])];
	if (earlier && response) {
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

/** Agents without a model, by their type names. The test lists the uses of each round. */
export const agents = {
	'test.callingAgent': callTools,
	'test.requestingAgent': requestTools as INodeType['execute'],
	'test.mcpTrigger': callTools,
};

/** One agent for each way in which n8n's agents use a tool. */
export const agentTypes = ['test.callingAgent', 'test.requestingAgent'];
