// Gives back what a part of the scene holds on the graphics card.

import { InstancedMesh, type Material, Mesh, type Object3D, Texture } from "three";

export function discard(object: Object3D): void {
  object.removeFromParent();
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) discardMaterial(material);
    if (part instanceof InstancedMesh) part.dispose();
  });
}

export function discardMaterial(material: Material): void {
  if ("map" in material && material.map instanceof Texture) material.map.dispose();
  material.dispose();
}
