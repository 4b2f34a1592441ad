/** Why the list of endpoints in the panel has no others. */
export const NO_OTHERS = {
	noCredential: 'Choose a credential to see what else the gateway has',
	notListed: 'The gateway does not list its other endpoints: enter a path',
	noAnswer: 'The gateway did not answer: open the list again, or enter a path',
	keyRefused: 'The gateway refused the API key: check the credential',
	notAllowed: 'The API key may not list the other endpoints: enter a path',
};
