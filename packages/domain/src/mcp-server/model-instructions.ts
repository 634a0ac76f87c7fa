import { withoutHidden } from './hidden-characters.js';

/** Texts with no place in a tool's description: they address the model about something other than the tool. */
const COMMANDS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|messages?)\b/,
  /\b(?:do not|don't|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|show|showing|reveal|revealing)\b.{0,30}\b(?:user|human|person|anyone)\b/,
  /<\/?(?:important|system|instructions?|secret|admin|hidden|assistant)\b/,
  /\bsystem prompt\b/,
  /\byou are now\b/,
  /\b(?:instead of|rather than|before|after)\b.{0,20}\b(?:using|calling|invoking|running)\b.{0,20}\b(?:any|every|other|another|all)\b.{0,20}\btools?\b/,
];

/** Texts that may be good advice about the tool, or an attempt to steer the model. */
const ADVICE: readonly RegExp[] = [
  /\byou (?:must|should|have to|need to|are required to)\b/,
  /\b(?:always|first) (?:call|use|invoke|run|read|send|include)\b/,
  /\bimportant\s{0,3}[:!]/,
];

/** How strongly a text addresses the model. Found by keywords alone: a help for reviewers, not a guard. */
export const speaksToModel = (text: string): 'warning' | 'info' | undefined => {
  // For a model, words split by invisible characters are whole.
  const plain = withoutHidden(text.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ');
  if (COMMANDS.some((pattern) => pattern.test(plain))) return 'warning';
  return ADVICE.some((pattern) => pattern.test(plain)) ? 'info' : undefined;
};
