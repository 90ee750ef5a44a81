const EXAMPLE_QUESTIONS = [
  { question: "Why are payments failing?", about: "a diagnosis with evidence" },
  { question: "Who is blocking whom?", about: "locks on the live server" },
  { question: "Reconcile the ledger against payouts", about: "heavy: good for trying Cancel" },
  { question: "It is slow for one customer.", about: "lacks something no tool can find out" },
  { question: "Why did sign-ups drop last week?", about: "facts that may not settle it" },
  { question: "What can you do?", about: "the system itself" },
  { question: "How do I rotate the read-only account?", about: "from the documents" },
] as const;

export interface ExampleQuestionsProps {
  readonly disabled: boolean;
  readonly onPick: (question: string) => void;
}

export function ExampleQuestions({ disabled, onPick }: ExampleQuestionsProps) {
  return (
    <section aria-label="Example questions">
      <h2 className="mb-2 text-xs font-semibold text-mute">Try one of these</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-2">
        {EXAMPLE_QUESTIONS.map(({ question, about }) => (
          <li key={question}>
            <button
              className="panel h-full w-full px-3.5 py-2.5 text-left transition-colors enabled:hover:border-accent enabled:hover:bg-accent-soft disabled:opacity-60"
              disabled={disabled}
              onClick={() => onPick(question)}
              type="button"
            >
              <span className="block font-semibold">{question}</span>
              <span className="text-xs text-mute">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
