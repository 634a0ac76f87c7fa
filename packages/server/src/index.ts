// The server is a command and a composition root: nothing of it is for others to import.
export {};
