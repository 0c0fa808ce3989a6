# An expression for nix-build; `make recipes` puts the version and the sum in.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "soktools";
  version = "@VERSION@";

  src = pkgs.fetchurl {
    url = "@URL@";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [ pkgs.pkg-config ];
  buildInputs = [ pkgs.expat pkgs.jansson pkgs.libarchive ];

  enableParallelBuilding = true;
  makeFlags = [ "PREFIX=$(out)" "SHARED=1" ];

  # libarchive is loaded when an archive is read, and looked for where the
  # programs look.
  NIX_LDFLAGS = "-rpath ${pkgs.lib.getLib pkgs.libarchive}/lib";

  meta = {
    description = "Filters for collections of Sokoban puzzles";
    homepage = "@HOME@";
    license = pkgs.lib.licenses.isc;
    platforms = pkgs.lib.platforms.unix;
  };
}
