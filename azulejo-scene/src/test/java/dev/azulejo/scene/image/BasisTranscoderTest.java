package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.image.wasm.BasisModule;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

class BasisTranscoderTest {
    private static final Path TABLES =
            Path.of("src/main/resources/dev/azulejo/scene/image", BasisTranscoder.TABLES);

    @Test
    void keptTablesAreThoseThatTheModuleMakes() throws Exception {
        byte[] made =
                new BasisTranscoder(BasisModule::create, BasisTranscoder.OWN_PAGES)
                        .initialize()
                        .used();
        if ("write".equals(System.getProperty("azulejo.tables"))) {
            try (var out = new GZIPOutputStream(Files.newOutputStream(TABLES))) {
                out.write(made);
            }
        }
        try (var in = new GZIPInputStream(Files.newInputStream(TABLES))) {
            assertThat(in.readAllBytes()).isEqualTo(made);
        }
    }

    /** Whoever has more memory finds the same, and no more than it was given. */
    @Test
    void picturesOfAnotherSizeAreNotDecoded() throws Exception {
        byte[] file = Ktx2DecoderTest.resource("uastc.ktx2");
        int pages = BasisTranscoder.OWN_PAGES + 100;
        byte[] samples =
                new BasisTranscoder(BasisModule::create, pages).restore().decode(file, 24, 16);
        assertThat(samples).hasSize(24 * 16 * 4);
        assertThat(new BasisTranscoder(BasisModule::create, pages).restore().decode(file, 24, 12))
                .isNull();
        assertThat(
                        new BasisTranscoder(BasisModule::create, pages)
                                .restore()
                                .decode(new byte[200], 24, 16))
                .isNull();
    }
}
