// Prints how much logic each room has, next to its budget (size.json), and fails if a budget is exceeded. Logic is
// statements inside functions, and branches; names, types, comments and line breaks do not count. An operation that buys
// is as much data as logic, so each has a budget of its own instead of a share of its room's.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import ts from 'typescript';

interface Size {
	statements: number;
	branches: number;
}

const ROOMS = 'nodes/DataAccess';
const CREDENTIALS = 'credentials';

/** The files that n8n loads: they are in no room. */
const OUTSIDE = 'outside';

/** All rooms together, without the operations that buy. */
const WHOLE = 'whole';

/** The budget of each operation that buys. */
const QUERY = 'query';

/** The file that imports each operation that buys. */
const QUERIES = `${ROOMS}/operations/queries.ts`;

const BRANCHING_OPERATORS = [
	ts.SyntaxKind.AmpersandAmpersandToken,
	ts.SyntaxKind.BarBarToken,
	ts.SyntaxKind.QuestionQuestionToken,
];

function isBranch(node: ts.Node): boolean {
	if (ts.isBinaryExpression(node)) {
		return BRANCHING_OPERATORS.includes(node.operatorToken.kind);
	}
	return (
		ts.isIfStatement(node) ||
		ts.isConditionalExpression(node) ||
		ts.isCaseClause(node) ||
		ts.isCatchClause(node) ||
		ts.isIterationStatement(node, false)
	);
}

function sizeOf(file: string): Size {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const size = { statements: 0, branches: 0 };
	const visit = (node: ts.Node, isInside: boolean) => {
		const { body } = node as { body?: ts.Node };
		const isFunction = ts.isFunctionLike(node) && body !== undefined;
		if (isFunction && !ts.isBlock(body)) size.statements += 1;
		if (isInside && ts.isStatement(node) && !ts.isBlock(node)) size.statements += 1;
		if (isBranch(node)) size.branches += 1;
		ts.forEachChild(node, (child) => visit(child, isInside || isFunction));
	};
	ts.forEachChild(source, (child) => visit(child, false));
	return size;
}

function roomOf(file: string): string {
	const [room, inRoom] = relative(ROOMS, file).split(sep);
	return room === '..' || inRoom === undefined ? OUTSIDE : String(room);
}

const sizes: Record<string, Size> = {};

function add(name: string, { statements, branches }: Size): void {
	const sum = (sizes[name] ??= { statements: 0, branches: 0 });
	sum.statements += statements;
	sum.branches += branches;
}

const registry = existsSync(QUERIES) ? readFileSync(QUERIES, 'utf8') : '';
const queries = [...registry.matchAll(/from '\.\/(\w+\/\w+)'/g)].map(([, path]) => String(path));

for (const file of globSync([`${ROOMS}/**/*.ts`, `${CREDENTIALS}/**/*.ts`]).sort()) {
	const size = sizeOf(file);
	const query = queries.find((path) => file.endsWith(join('operations', `${path}.ts`)));
	add(query ?? roomOf(file), size);
	if (query === undefined) add(WHOLE, size);
}

const { [QUERY]: ofQuery, ...budgets } = JSON.parse(
	readFileSync('tools/size.json', 'utf8'),
) as Record<string, Size>;
const NOTHING: Size = { statements: 0, branches: 0 };

const names = [...new Set([...Object.keys(budgets), ...Object.keys(sizes)])];
const rows = names.map((name) => ({
	name,
	size: sizes[name] ?? NOTHING,
	most: (queries.includes(name) ? ofQuery : budgets[name]) ?? NOTHING,
}));

const lineOf = (name: string, ...columns: string[]) =>
	name.padEnd(26) + columns.map((column) => column.padStart(16)).join('');

console.log(lineOf('room', 'statements', 'branches'));
for (const { name, size, most } of rows) {
	const statements = `${size.statements} of ${most.statements}`;
	const branches = `${size.branches} of ${most.branches}`;
	console.log(lineOf(name, statements, branches));
}

const above = rows.filter(
	({ size, most }) => size.statements > most.statements || size.branches > most.branches,
);
if (above.length > 0) {
	console.error(`Above the budget of tools/size.json: ${above.map(({ name }) => name).join(', ')}`);
	process.exitCode = 1;
}
