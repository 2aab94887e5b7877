type SearchInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <input
      type="search"
      className="control control--search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
