const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Cards to come, as high as they will be. */
export function CardSkeletons() {
  return (
    <div aria-busy="true">
      <p className="small soft" role="status">
        Loading servers
      </p>
      <div className="grid marketplace-skeletons">
        {PLACES.map((key) => (
          <div key={key} className="skeleton marketplace-card" />
        ))}
      </div>
    </div>
  );
}
