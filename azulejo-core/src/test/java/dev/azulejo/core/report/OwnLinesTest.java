package dev.azulejo.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Where the virtual machine that runs this puts things. */
class OwnLinesTest {
    /** The lines of 64 bytes that a processor fetches as a pair. */
    private static final int PAIR = 128;

    private static long offset(Field field) throws ReflectiveOperationException {
        var type = Class.forName("sun.misc.Unsafe");
        var theUnsafe = type.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        return (long)
                type.getMethod("objectFieldOffset", Field.class).invoke(theUnsafe.get(null), field);
    }

    /** What a worker writes is a pair of lines away from whatever ends where its object begins. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                Binner.class,
                GeometryWorker.class,
                TileList.class,
                TileLists.class,
                TileRenderer.class,
                TileTriangle.class
            })
    void noFieldStandsBeforeTheRoom(Class<?> type) throws ReflectiveOperationException {
        assertThat(type.getSuperclass()).isEqualTo(OwnLines.class);
        int fields = 0;
        for (var field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                assertThat(offset(field)).as("%s", field).isGreaterThanOrEqualTo(PAIR);
                fields++;
            }
        }
        assertThat(fields).isPositive();
    }

    @Test
    void sumsHaveRoomOnEitherSide() throws ReflectiveOperationException {
        var sums = new OwnLongs(3);
        for (int i = 0; i < 3; i++) {
            sums.add(i, i + 7);
        }
        var field = OwnLongs.class.getDeclaredField("values");
        field.setAccessible(true);
        long[] values = (long[]) field.get(sums);
        int room = PAIR / Long.BYTES;
        assertThat(values).hasSize(room + 3 + room);
        for (int i = 0; i < values.length; i++) {
            boolean inside = i >= room && i < room + 3;
            assertThat(values[i]).isEqualTo(inside ? i - room + 7 : 0);
        }
    }
}
