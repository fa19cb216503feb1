package dev.azulejo.scene.gltf;

import dev.azulejo.testkit.FuzzTarget;

import java.util.random.RandomGenerator;

/**
 * Decodes streams of meshopt: what one is, how many elements it has, of how many bytes; then it.
 */
final class FuzzStreams implements FuzzTarget {
    @Override
    public String read(byte[] input, RandomGenerator random) {
        if (input.length < 3) {
            return "short";
        }
        int kind = input[0] % 6;
        int count = input[1] & 0xff;
        int stride = 4 * (1 + (input[2] & 0x3f));
        var stream = new Bytes(input, 3, input.length - 3);
        Runnable goOn = () -> {};
        try {
            switch (Math.abs(kind)) {
                case 0 -> MeshoptDecoder.attributes(stream, count, stride, goOn);
                case 1 -> MeshoptDecoder.triangles(stream, 3 * count, goOn);
                case 2 -> MeshoptDecoder.indices(stream, count, goOn);
                case 3 ->
                        MeshoptDecoder.octahedral(
                                MeshoptDecoder.attributes(stream, count, 8, goOn), 8, goOn);
                case 4 ->
                        MeshoptDecoder.quaternion(
                                MeshoptDecoder.attributes(stream, count, 8, goOn), goOn);
                default ->
                        MeshoptDecoder.exponential(
                                MeshoptDecoder.attributes(stream, count, stride, goOn), goOn);
            }
            return "decoded " + Math.abs(kind);
        } catch (MeshoptDecoder.InvalidStream e) {
            return "refused: " + FuzzModels.words(e.getMessage());
        }
    }
}
