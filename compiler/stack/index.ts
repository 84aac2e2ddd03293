export type {
  Attribute,
  AttributePath,
  AttributeSchema,
  AttributeType,
  AttributeValues,
  NestedType,
  PathStep,
} from './attribute.ts';
export { attributesOf, kindOf } from './attributes-of.ts';
export { type CalendarText, calendarText, readCalendarText } from './calendar-text.ts';
export { type AttributeRemark, checkValues, remarkOn } from './check-values.ts';
export { type StackCode, stackCodes } from './codes.ts';
export type { ResourcePlace } from './declare-values.ts';
export { documentOf, pointerAt } from './document-of.ts';
export { pathOf } from './path-of.ts';
export { type PolicyText, policyText, readPolicyText } from './policy-text.ts';
export { inWordsOfStack, isStack, readStacks, type StackReading } from './read-stacks.ts';
export { valuesOf } from './values-of.ts';
