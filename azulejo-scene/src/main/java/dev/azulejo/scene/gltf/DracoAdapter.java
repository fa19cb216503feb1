package dev.azulejo.scene.gltf;

import com.openize.drako.Draco;
import com.openize.drako.DracoMesh;
import com.openize.drako.DrakoException;

import dev.azulejo.scene.guard.LoopGuard;

import java.util.function.Function;

/**
 * Decodes with the drako library as {@link dev.azulejo.scene.guard.GuardedLoader} loads it, and
 * tells the outcome in types that all loaders share: {@code {data, goOn, bytes, jumps}} in; out
 * come faces, points, the indices, and of each attribute its number, components, type, values, and
 * where each point's values begin.
 */
final class DracoAdapter implements Function<Object[], Object[]> {
    DracoAdapter() {}

    @Override
    public Object[] apply(Object[] input) {
        LoopGuard.begin((Runnable) input[1], (Long) input[2], (Long) input[3]);
        try {
            // Not each stream is of a mesh
            Object decoded = Draco.decode((byte[]) input[0]);
            return decoded instanceof DracoMesh mesh ? describe(mesh) : new Object[0];
        } catch (LoopGuard.Stopped e) {
            throw e.why();
        } catch (DrakoException e) {
            throw new IllegalArgumentException(e);
        } finally {
            LoopGuard.end();
        }
    }

    private static Object[] describe(DracoMesh mesh) {
        int points = mesh.getNumPoints();
        int[] indices = new int[3 * mesh.getNumFaces()];
        for (int c = 0; c < indices.length; c++) {
            indices[c] = mesh.readCorner(c);
        }
        Object[][] attributes = new Object[mesh.getNumAttributes()][];
        for (int a = 0; a < attributes.length; a++) {
            var attribute = mesh.attribute(a);
            int[] at = new int[points];
            for (int p = 0; p < points; p++) {
                at[p] = attribute.getBytePos(attribute.mappedIndex(p));
            }
            attributes[a] =
                    new Object[] {
                        (int) attribute.getUniqueId(),
                        attribute.getComponentsCount(),
                        attribute.getDataType(),
                        attribute.getBuffer().getBuffer(),
                        at
                    };
        }
        return new Object[] {mesh.getNumFaces(), points, indices, attributes};
    }
}
