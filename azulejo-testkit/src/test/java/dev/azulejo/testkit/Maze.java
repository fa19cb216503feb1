package dev.azulejo.testkit;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Something to get through: only who has come to a door can come to the one behind it. */
public final class Maze implements FuzzTarget {
    private static final byte[] WAY = "maze".getBytes(StandardCharsets.UTF_8);

    @Override
    public String read(byte[] input, RandomGenerator random) {
        int doors = 0;
        if (input.length == WAY.length) {
            doors = doors(input);
        }
        if (doors == WAY.length) {
            throw new IllegalStateException("out");
        }
        return "lost";
    }

    /** How often its loop goes round tells how far one has come. */
    private static int doors(byte[] input) {
        for (int door = 0; door < WAY.length; door++) {
            if (input[door] != WAY[door]) {
                return door;
            }
        }
        return WAY.length;
    }

    /** Three places: its beginning, and both ways of its condition. */
    static int sign(int number) {
        return number < 0 ? -1 : 1;
    }
}
