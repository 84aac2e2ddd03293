import type { MessageName, messages } from './messages.ts';

/** The type of a message as read, from its lines in `messages.ts`. */
export type MessageShape<Name extends MessageName> = {
  readonly [Line in PlainLines<Name> as Camel<Parts<Line>['name']>]: Read<Parts<Line>>;
} & Choice<Name>;

/** The type of a message to write: whatever is left out is empty. */
export type MessageInit<Name extends MessageName> = {
  readonly [Line in PlainLines<Name> as Camel<Parts<Line>['name']>]?: Written<Parts<Line>> | undefined;
} & Partial<Choice<Name>>;

type Lines<Name extends MessageName> = (typeof messages)[Name][number];

type PlainLines<Name extends MessageName> = Exclude<Lines<Name>, `oneof ${string}`>;

/** What excludes each other stands in one property, `is`. */
type Choice<Name extends MessageName> = [Extract<Lines<Name>, `oneof ${string}`>] extends [never]
  ? unknown
  : { readonly is: ChoiceOf<Extract<Lines<Name>, `oneof ${string}`>> };

type ChoiceOf<Line extends string> =
  | (Line extends string
      ? { readonly case: Camel<Parts<Line>['name']>; readonly value: ValueOf<Parts<Line>['type']> }
      : never)
  | { readonly case: undefined; readonly value?: undefined };

interface Field {
  readonly label: string;
  readonly type: string;
  readonly name: string;
}

type Parts<Line extends string> = Line extends `${infer Label} ${infer Type} ${infer Name} ${infer _Number}`
  ? { label: Label; type: Type; name: Name }
  : Line extends `${infer Type} ${infer Name} ${infer _Number}`
    ? { label: ''; type: Type; name: Name }
    : never;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Read<F extends Field> = F['label'] extends 'repeated'
  ? readonly ValueOf<F['type']>[]
  : F['label'] extends 'map'
    ? Readonly<Record<string, ValueOf<F['type']>>>
    : F['label'] extends 'optional'
      ? ValueOf<F['type']> | undefined
      : F['type'] extends MessageName
        ? ValueOf<F['type']> | undefined
        : ValueOf<F['type']>;

type Written<F extends Field> = F['label'] extends 'repeated'
  ? readonly InitOf<F['type']>[]
  : F['label'] extends 'map'
    ? Readonly<Record<string, InitOf<F['type']>>>
    : InitOf<F['type']>;

interface Scalars {
  string: string;
  bytes: Uint8Array;
  bool: boolean;
  int32: number;
  int64: bigint;
}

type ValueOf<Type extends string> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends MessageName
    ? MessageShape<Type>
    : never;

type InitOf<Type extends string> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends MessageName
    ? MessageInit<Type>
    : never;
